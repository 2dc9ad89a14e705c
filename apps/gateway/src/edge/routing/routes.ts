import { type Scope, scopeOfCall } from '@cds/contracts';
import { ANY_SCOPE, type Method, type Route, type RouteScope, type ServiceName, WEBHOOK_KEYS_PATH } from './route.js';

const MEGABYTE = 1_048_576;
const TEN_SECONDS_MS = 10_000;
const TWO_MINUTES_MS = 120_000;

const TAKES_BODY: Readonly<Record<Method, boolean>> = { GET: false, POST: true, PUT: true, PATCH: true, DELETE: false };

/** A call that a service answers. Its scope stands in `CALL_SCOPES`, so that the service checks the same one. */
const route = (method: Method, path: Route['path'], service: ServiceName): Route =>
  call(method, path, service, scopeOf(service, method, path));

const scopeOf = (service: ServiceName, method: Method, path: Route['path']): Scope | null => {
  const scope = scopeOfCall(service, method, path);
  if (scope === undefined) throw new Error(`CALL_SCOPES has no ${method} ${path} of the ${service} service`);
  return scope;
};

/** A call that the gateway answers. */
const own = (method: Method, path: Route['path'], scope: RouteScope): Route => call(method, path, 'gateway', scope);

const call = (method: Method, path: Route['path'], service: Route['service'], scope: RouteScope | null): Route => ({
  method,
  path,
  service,
  scope,
  bodyLimit: TAKES_BODY[method] ? MEGABYTE : 0,
  timeoutMs: TEN_SECONDS_MS,
});

/** A call that takes a file. The service answers when all of it is safe on its storage. */
const upload = (path: Route['path'], service: ServiceName): Route => ({
  ...route('POST', path, service),
  bodyLimit: 'streamed',
  timeoutMs: TWO_MINUTES_MS,
});

/** A call that makes or widens what outlives the session of who makes it. */
const lasting = (method: Method, path: Route['path'], scope: Scope): Route => ({
  ...own(method, path, scope),
  needsFreshSignIn: true,
});

/** Every call of the public API. What is not here is not reachable. */
export const ROUTES: readonly Route[] = [
  route('GET', '/v1/catches', 'catch'),
  route('POST', '/v1/catches', 'catch'),
  route('GET', '/v1/catches/{id}', 'catch'),
  route('PUT', '/v1/catches/{id}', 'catch'),
  route('PATCH', '/v1/catches/{id}', 'catch'),
  route('DELETE', '/v1/catches/{id}', 'catch'),
  route('GET', '/v1/catches/{id}/history', 'catch'),
  route('POST', '/v1/catches/{id}/verifications', 'catch'),
  route('GET', '/v1/anglers', 'catch'),
  route('POST', '/v1/anglers', 'catch'),
  route('GET', '/v1/anglers/{id}', 'catch'),
  route('PATCH', '/v1/anglers/{id}', 'catch'),
  route('DELETE', '/v1/anglers/{id}', 'catch'),
  upload('/v1/catches/{id}/photos', 'catch'),
  route('GET', '/v1/catches/{id}/photos/{photo_id}', 'catch'),
  route('DELETE', '/v1/catches/{id}/photos/{photo_id}', 'catch'),
  // Pages show pictures without a credential; their addresses cannot be guessed.
  route('GET', '/v1/photos/{digest}/{file}', 'catch'),
  upload('/v1/catches/import', 'catch'),
  route('GET', '/v1/imports', 'catch'),
  route('GET', '/v1/imports/{id}', 'catch'),
  route('GET', '/v1/imports/{id}/rejected', 'catch'),
  route('POST', '/v1/catches/export', 'catch'),
  route('GET', '/v1/exports', 'catch'),
  route('GET', '/v1/exports/{id}', 'catch'),
  route('GET', '/v1/exports/{id}/download', 'catch'),
  route('GET', '/v1/verifications', 'catch'),
  route('GET', '/v1/verifications/{id}', 'catch'),
  route('POST', '/v1/verifications/{id}/approve', 'catch'),
  route('POST', '/v1/verifications/{id}/reject', 'catch'),
  route('POST', '/v1/verifications/{id}/revoke', 'catch'),

  route('GET', '/v1/species', 'species'),
  route('POST', '/v1/species', 'species'),
  route('GET', '/v1/species/{id}', 'species'),
  route('PATCH', '/v1/species/{id}', 'species'),
  route('DELETE', '/v1/species/{id}', 'species'),
  route('GET', '/v1/species/{id}/history', 'species'),
  route('GET', '/v1/species/{id}/records', 'species'),
  route('POST', '/v1/species/{id}/records', 'species'),
  route('GET', '/v1/species/{id}/records/{record_id}', 'species'),
  route('PUT', '/v1/species/{id}/records/{record_id}', 'species'),
  route('DELETE', '/v1/species/{id}/records/{record_id}', 'species'),

  route('GET', '/v1/species/{id}/photos', 'species'),
  upload('/v1/species/{id}/photos', 'species'),
  route('GET', '/v1/species/{id}/photos/{photo_id}', 'species'),
  route('DELETE', '/v1/species/{id}/photos/{photo_id}', 'species'),
  route('POST', '/v1/species/{id}/photos/promote', 'species'),
  // By the account whose photo it is, which need not be a curator's.
  route('POST', '/v1/species/{id}/photos/{photo_id}/withdraw', 'species'),
  // Pages show pictures without a credential.
  route('GET', '/v1/species/{id}/pictures/{digest}/{file}', 'species'),

  route('GET', '/v1/leaderboards', 'leaderboard'),
  route('POST', '/v1/leaderboards', 'leaderboard'),
  route('GET', '/v1/leaderboards/{id}', 'leaderboard'),
  route('PATCH', '/v1/leaderboards/{id}', 'leaderboard'),
  route('DELETE', '/v1/leaderboards/{id}', 'leaderboard'),
  route('GET', '/v1/leaderboards/{id}/entries', 'leaderboard'),
  route('GET', '/v1/anglers/{id}/rankings', 'leaderboard'),

  route('GET', '/v1/webhooks', 'webhook'),
  route('POST', '/v1/webhooks', 'webhook'),
  route('GET', '/v1/webhooks/event-types', 'webhook'),
  route('GET', '/v1/webhooks/{id}', 'webhook'),
  route('PATCH', '/v1/webhooks/{id}', 'webhook'),
  route('DELETE', '/v1/webhooks/{id}', 'webhook'),
  route('POST', '/v1/webhooks/{id}/enable', 'webhook'),
  route('POST', '/v1/webhooks/{id}/rotate-secret', 'webhook'),
  route('GET', '/v1/webhooks/{id}/deliveries', 'webhook'),
  route('GET', '/v1/webhooks/{id}/stats', 'webhook'),
  route('POST', '/v1/webhooks/{id}/test', 'webhook'),
  route('POST', '/v1/webhooks/{id}/recover', 'webhook'),
  route('GET', '/v1/webhook-recoveries/{id}', 'webhook'),
  route('POST', '/v1/webhooks/{id}/replay', 'webhook'),
  route('GET', '/v1/webhook-replays/{id}', 'webhook'),
  route('GET', '/v1/webhook-deliveries', 'webhook'),
  route('GET', '/v1/webhook-deliveries/{id}', 'webhook'),
  route('POST', '/v1/webhook-deliveries/{id}/resend', 'webhook'),
  route('GET', '/v1/events', 'webhook'),
  { ...route('GET', '/v1/events/stream', 'webhook'), isStream: true },
  route('GET', '/v1/events/{id}', 'webhook'),
  // Receivers verify signatures without a credential.
  route('GET', WEBHOOK_KEYS_PATH, 'webhook'),

  own('GET', '/v1/me', ANY_SCOPE),
  own('GET', '/v1/oauth-clients', 'keys:read'),
  lasting('POST', '/v1/oauth-clients', 'keys:write'),
  own('GET', '/v1/oauth-clients/{id}', 'keys:read'),
  lasting('PATCH', '/v1/oauth-clients/{id}', 'keys:write'),
  own('DELETE', '/v1/oauth-clients/{id}', 'keys:write'),
  lasting('POST', '/v1/oauth-clients/{id}/rotate-secret', 'keys:write'),
  own('GET', '/v1/oauth-grants', 'keys:read'),
  own('DELETE', '/v1/oauth-grants/{id}', 'keys:write'),
  own('GET', '/v1/api-keys', 'keys:read'),
  lasting('POST', '/v1/api-keys', 'keys:write'),
  own('GET', '/v1/api-keys/{id}', 'keys:read'),
  lasting('PATCH', '/v1/api-keys/{id}', 'keys:write'),
  own('DELETE', '/v1/api-keys/{id}', 'keys:write'),
  lasting('POST', '/v1/api-keys/{id}/roll', 'keys:write'),
  own('GET', '/v1/accounts', 'admin'),
  lasting('POST', '/v1/accounts', 'admin'),
  own('GET', '/v1/accounts/{id}', 'admin'),
  lasting('PATCH', '/v1/accounts/{id}', 'admin'),
  lasting('DELETE', '/v1/accounts/{id}', 'admin'),
  lasting('DELETE', '/v1/accounts/{id}/second-factors', 'admin'),
  own('GET', '/v1/audit-log', 'admin'),
  // Who may see the account's credentials may see what they do.
  own('GET', '/v1/request-log', 'keys:read'),
  own('GET', '/v1/usage', 'keys:read'),
  { ...own('GET', '/v1/rate_limit', ANY_SCOPE), isFree: true },
];
