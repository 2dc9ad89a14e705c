import type { Scope } from '@cds/contracts';
import { AppError } from '@cds/errors';
import type { FastifyInstance } from 'fastify';

declare module 'fastify' {
  interface FastifyContextConfig {
    /** What the caller's credential must carry; set for every route that is not open. */
    scope?: Scope | null;
  }
}

/** The scope of a call; null for one that needs no credential, undefined for one that is none of the API's. */
export type ScopeOf = (method: string, path: string) => Scope | null | undefined;

/**
 * Has every route know the scope that it takes, and throws for a route that has none: one that was forgotten is noticed
 * when the service starts, not when somebody calls it.
 */
export const addCallScopes = (server: FastifyInstance, scopeOf: ScopeOf): void => {
  server.addHook('onRoute', (route) => {
    const isOpen = route.config?.open === true;
    for (const method of [route.method].flat()) {
      if (method === 'OPTIONS' || (isOpen && route.config?.quiet)) continue;
      const scope = scopeOf(method === 'HEAD' ? 'GET' : method, route.url);
      if (scope === undefined || (scope === null) !== isOpen)
        throw new Error(`${method} ${route.url} ${isOpen ? 'is open' : 'has no scope'}: see CALL_SCOPES`);
      route.config = { ...route.config, scope };
    }
  });
};

/** Refuses a caller without the scope: the gateway does the same, and this does not rely on it. */
export const refuseWithoutScope = (scopes: readonly Scope[], needed: Scope | null | undefined): void => {
  if (!needed || scopes.includes(needed)) return;
  throw new AppError({
    code: 'auth.scope',
    kind: 'forbidden',
    message: `The credential lacks the scope ${needed}.`,
    detail: { scopes: [needed] },
  });
};
