import type { IncomingMessage } from 'node:http';
import type { Quota } from './quota.js';

const quotas = new WeakMap<IncomingMessage, Quota>();

/** Notes what the rate limit leaves the sender of a request. */
export const rememberQuota = (request: IncomingMessage, quota: Quota): void => void quotas.set(request, quota);

/** What the rate limit left the sender of a request when the request was let through. */
export const quotaOf = (request: IncomingMessage): Quota | undefined => quotas.get(request);
