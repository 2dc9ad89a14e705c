import type { AppError } from '@cds/errors';
import type {} from 'fastify';
import type { Caller } from './caller.js';

/**
 * What is known about the request that is being handled. Handed on, not kept in asynchronous storage: that would cost
 * every promise of a service on Node 20, a fifth of what it answers.
 */
export interface RequestContext {
  readonly requestId: string;
  /** W3C trace context, to be passed on with every event and call. */
  readonly traceparent: string | null;
  readonly caller: Caller | null;
  /** Where it came from, as the gateway found it; null where the gateway has not said so. */
  readonly address: string | null;
}

declare module 'fastify' {
  interface FastifyRequest {
    /** Set before any handler runs; null in the first hooks alone. */
    requestContext: RequestContext | null;
    /** Why the request failed; the line about the request tells it. */
    failure: AppError | null;
  }
}
