import type { KoaContextWithOIDC } from 'oidc-provider';
import { ENDPOINTS } from './endpoints.js';

const ROUTES = ['token', 'revocation', 'introspection', 'device_authorization'] as const;
const NAMES: ReadonlySet<string | undefined> = new Set(ROUTES);
const PATHS: ReadonlySet<string> = new Set(ROUTES.map((route) => ENDPOINTS[route]));

/** Whether clients, and no people, use a route of the library. */
export const isForClients = (route: string | undefined): boolean => NAMES.has(route);

/** The library would show an error as a page to a program that takes any. */
export const acceptJsonAlone = (ctx: KoaContextWithOIDC): void => {
  if (PATHS.has(ctx.path)) ctx.headers.accept = 'application/json';
};

/** What the library says, as `invalid_request`, of a client that does not authenticate in a way that it can read. */
const MISSING: ReadonlySet<unknown> = new Set([
  'no client authentication mechanism provided',
  'invalid authorization header value format',
  'client_id and client_secret in the authorization header are not properly encoded',
  'client_secret must be provided in the Authorization header',
]);

/** Answers a request of such a client as RFC 6749, section 5.2, has it. */
export const refuseMissingClient = (ctx: KoaContextWithOIDC): void => {
  const { error_description: description } = (ctx.body ?? {}) as { error_description?: unknown };
  if (!MISSING.has(description)) return;
  ctx.status = 401;
  ctx.body = { error: 'invalid_client', error_description: description };
  if (ctx.headers.authorization !== undefined)
    ctx.set('www-authenticate', `Basic realm="${ctx.oidc.provider.issuer}", error="invalid_client"`);
};
