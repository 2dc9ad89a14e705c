import type { IncomingMessage } from 'node:http';
import type { Principal } from './principal.js';

const principals = new WeakMap<IncomingMessage, Principal>();

/** Notes who sends a request, once its credential has been checked. */
export const rememberPrincipal = (request: IncomingMessage, principal: Principal): void =>
  void principals.set(request, principal);

/** Who sends a request; undefined for pages, which have no caller. */
export const principalOf = (request: IncomingMessage): Principal | undefined => principals.get(request);
