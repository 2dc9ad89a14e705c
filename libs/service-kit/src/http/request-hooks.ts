import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import { ADDRESS_HEADER, CALL_HEADER, IDENTITY_HEADER, type VerifyAddress, type VerifyIdentity } from '@cds/identity';
import { refuseWithoutScope } from './call-scopes.js';
import type { CallerOf } from '../service-options.js';
import type { HandledRequest, HandledRequests } from './handled-requests.js';
import { traceparentOf } from './request-id.js';

declare module 'fastify' {
  interface FastifyContextConfig {
    /** Answered without an identity. */
    open?: boolean;
    /** Not logged and not measured: asked all the time by machines. */
    quiet?: boolean;
  }
}

/** Where a request came from; null where nobody who is trusted has said so. */
export type AddressOf = (request: FastifyRequest) => string | null;

export interface RequestHooksOptions {
  /** Who sends a request, null for nobody; throws when it must not be answered. */
  readonly callerOf: CallerOf;
  readonly addressOf: AddressOf;
  /** Gets each request once, when its answer is out or its client has gone. */
  readonly handled: HandledRequests;
}

/** Gives each request its id, trace, caller and context, and has it reported when it is over. */
export const addRequestHooks = (
  server: FastifyInstance,
  { callerOf, addressOf, handled }: RequestHooksOptions,
): void => {
  server.decorateRequest('requestContext', null);
  server.decorateRequest('failure', null);
  server.addHook('onRequest', (request, reply, done) => {
    reply.header('x-request-id', request.id);
    const { config } = request.routeOptions;
    if (!config.quiet) reply.raw.once('close', () => handled.add(asHandled(request, reply)));
    const context = { requestId: request.id, traceparent: traceparentOf(request.raw), caller: null, address: null };
    request.requestContext = context;
    if (config.open) return done();
    try {
      request.requestContext = { ...context, caller: callerOf(request), address: addressOf(request) };
      done();
    } catch (error) {
      done(error as Error);
    }
  });
};

const asHandled = (request: FastifyRequest, reply: FastifyReply): HandledRequest => ({
  requestId: request.id,
  traceparent: request.requestContext?.traceparent ?? null,
  method: request.method,
  route: request.routeOptions.url ?? 'unmatched',
  status: reply.statusCode,
  elapsedMs: reply.elapsedTime,
  accountId: request.requestContext?.caller?.accountId,
  isAborted: !reply.raw.writableFinished,
  failure: request.failure,
});

/**
 * Finds the caller in the identity that the gateway signed; throws `auth.identity` without a good one, and `auth.scope`
 * for a caller without the scope of the route.
 */
export const identityReader =
  (verify: VerifyIdentity): CallerOf =>
  ({ id, headers, raw, routeOptions }) => {
    const [identity, proof] = [headers[IDENTITY_HEADER], headers[CALL_HEADER]].map((value) =>
      typeof value === 'string' ? value : undefined,
    );
    const caller = verify(identity, { requestId: id, method: raw.method ?? '', target: raw.url ?? '', proof });
    refuseWithoutScope(caller.scopes, routeOptions.config.scope);
    return caller;
  };

/** Finds the address that the gateway signed. */
export const addressReader =
  (verify: VerifyAddress): AddressOf =>
  ({ id, headers }) => {
    const signed = headers[ADDRESS_HEADER];
    return verify(typeof signed === 'string' ? signed : undefined, id);
  };
