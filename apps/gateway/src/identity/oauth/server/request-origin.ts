import type { KoaContextWithOIDC } from 'oidc-provider';
import type { ClientAddress } from '../../principals/client-address.js';
import { fastifyRequestOf } from './fastify-request.js';

/** Where a request of the protocol's library comes from, in the fields of an entry of the audit log. */
export const originOf = (ctx: KoaContextWithOIDC, addresses: ClientAddress): { address: string; requestId: string } => {
  const { id, raw } = fastifyRequestOf(ctx.req);
  return { address: addresses.of(raw), requestId: id };
};
