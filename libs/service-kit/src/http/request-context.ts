import { AsyncLocalStorage } from 'node:async_hooks';
import type { Caller } from '../identity/caller.js';

/** What is known about the request that is being handled. */
export interface RequestContext {
  readonly requestId: string;
  /** W3C trace context, to be passed on with every event and call. */
  readonly traceparent: string | null;
  readonly caller: Caller | null;
}

const storage = new AsyncLocalStorage<RequestContext>();

/** The request that the calling code works for; undefined outside of one (consumers, timers). */
export const currentRequest = (): RequestContext | undefined => storage.getStore();

/** Runs `work`, and all that it awaits, as part of a request. */
export const runInRequest = <T>(context: RequestContext, work: () => T): T => storage.run(context, work);

declare module 'fastify' {
  interface FastifyRequest {
    /** Set before any handler runs; null in the first hooks alone. */
    requestContext: RequestContext | null;
  }
}
