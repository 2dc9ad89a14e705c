import type { Scope } from '@cds/contracts';
import { ANY_SCOPE, type Method, type Route, type RouteScope, type ServiceName, WEBHOOK_KEYS_PATH } from './route.js';

const MEGABYTE = 1_048_576;
const TEN_SECONDS_MS = 10_000;
const TWO_MINUTES_MS = 120_000;

const TAKES_BODY: Readonly<Record<Method, boolean>> = { GET: false, POST: true, PUT: true, PATCH: true, DELETE: false };

const route = (method: Method, path: Route['path'], service: Route['service'], scope: RouteScope | null): Route => ({
  method,
  path,
  service,
  scope,
  bodyLimit: TAKES_BODY[method] ? MEGABYTE : 0,
  timeoutMs: TEN_SECONDS_MS,
});

/** A call that takes a file. The service answers when all of it is safe on its storage. */
const upload = (path: Route['path'], service: ServiceName, scope: Scope): Route => ({
  ...route('POST', path, service, scope),
  bodyLimit: 'streamed',
  timeoutMs: TWO_MINUTES_MS,
});

/** A call that makes or widens what outlives the session of who makes it. */
const lasting = (method: Method, path: Route['path'], scope: Scope): Route => ({
  ...route(method, path, 'gateway', scope),
  needsFreshSignIn: true,
});

/** Every call of the public API. What is not here is not reachable. */
export const ROUTES: readonly Route[] = [
  route('GET', '/v1/catches', 'catch', 'catches:read'),
  route('POST', '/v1/catches', 'catch', 'catches:write'),
  route('GET', '/v1/catches/{id}', 'catch', 'catches:read'),
  route('PUT', '/v1/catches/{id}', 'catch', 'catches:write'),
  route('PATCH', '/v1/catches/{id}', 'catch', 'catches:write'),
  route('DELETE', '/v1/catches/{id}', 'catch', 'catches:write'),
  route('GET', '/v1/catches/{id}/history', 'catch', 'catches:read'),
  route('POST', '/v1/catches/{id}/verifications', 'catch', 'catches:write'),
  route('GET', '/v1/anglers', 'catch', 'catches:read'),
  route('POST', '/v1/anglers', 'catch', 'catches:write'),
  route('GET', '/v1/anglers/{id}', 'catch', 'catches:read'),
  route('PATCH', '/v1/anglers/{id}', 'catch', 'catches:write'),
  route('DELETE', '/v1/anglers/{id}', 'catch', 'catches:write'),
  upload('/v1/catches/{id}/photos', 'catch', 'catches:write'),
  route('GET', '/v1/catches/{id}/photos/{photo_id}', 'catch', 'catches:read'),
  route('DELETE', '/v1/catches/{id}/photos/{photo_id}', 'catch', 'catches:write'),
  // Pages show pictures without a credential; their addresses cannot be guessed.
  route('GET', '/v1/photos/{digest}/{file}', 'catch', null),
  upload('/v1/catches/import', 'catch', 'catches:write'),
  route('GET', '/v1/imports', 'catch', 'catches:write'),
  route('GET', '/v1/imports/{id}', 'catch', 'catches:write'),
  route('GET', '/v1/imports/{id}/rejected', 'catch', 'catches:write'),
  route('POST', '/v1/catches/export', 'catch', 'catches:read'),
  route('GET', '/v1/exports', 'catch', 'catches:read'),
  route('GET', '/v1/exports/{id}', 'catch', 'catches:read'),
  route('GET', '/v1/exports/{id}/download', 'catch', 'catches:read'),
  route('GET', '/v1/verifications', 'catch', 'verifications:read'),
  route('GET', '/v1/verifications/{id}', 'catch', 'verifications:read'),
  route('POST', '/v1/verifications/{id}/approve', 'catch', 'verifications:write'),
  route('POST', '/v1/verifications/{id}/reject', 'catch', 'verifications:write'),
  route('POST', '/v1/verifications/{id}/revoke', 'catch', 'verifications:write'),

  route('GET', '/v1/species', 'species', 'species:read'),
  route('POST', '/v1/species', 'species', 'species:write'),
  route('GET', '/v1/species/{id}', 'species', 'species:read'),
  route('PATCH', '/v1/species/{id}', 'species', 'species:write'),
  route('DELETE', '/v1/species/{id}', 'species', 'species:write'),
  route('GET', '/v1/species/{id}/history', 'species', 'species:read'),
  route('GET', '/v1/species/{id}/records', 'species', 'species:read'),
  route('POST', '/v1/species/{id}/records', 'species', 'species:write'),
  route('PUT', '/v1/species/{id}/records/{record_id}', 'species', 'species:write'),
  route('DELETE', '/v1/species/{id}/records/{record_id}', 'species', 'species:write'),

  route('GET', '/v1/species/{id}/photos', 'species', 'species:read'),
  upload('/v1/species/{id}/photos', 'species', 'species:write'),
  route('GET', '/v1/species/{id}/photos/{photo_id}', 'species', 'species:read'),
  route('DELETE', '/v1/species/{id}/photos/{photo_id}', 'species', 'species:write'),
  route('POST', '/v1/species/{id}/photos/promote', 'species', 'species:write'),
  // By the account whose photo it is, which need not be a curator's.
  route('POST', '/v1/species/{id}/photos/{photo_id}/withdraw', 'species', 'catches:write'),
  // Pages show pictures without a credential.
  route('GET', '/v1/species/{id}/pictures/{digest}/{file}', 'species', null),

  route('GET', '/v1/leaderboards', 'leaderboard', 'leaderboards:read'),
  route('POST', '/v1/leaderboards', 'leaderboard', 'leaderboards:write'),
  route('GET', '/v1/leaderboards/{id}', 'leaderboard', 'leaderboards:read'),
  route('PATCH', '/v1/leaderboards/{id}', 'leaderboard', 'leaderboards:write'),
  route('DELETE', '/v1/leaderboards/{id}', 'leaderboard', 'leaderboards:write'),
  route('GET', '/v1/leaderboards/{id}/entries', 'leaderboard', 'leaderboards:read'),
  route('GET', '/v1/anglers/{id}/rankings', 'leaderboard', 'leaderboards:read'),

  route('GET', '/v1/webhooks', 'webhook', 'webhooks:read'),
  route('POST', '/v1/webhooks', 'webhook', 'webhooks:write'),
  route('GET', '/v1/webhooks/event-types', 'webhook', 'webhooks:read'),
  route('GET', '/v1/webhooks/{id}', 'webhook', 'webhooks:read'),
  route('PATCH', '/v1/webhooks/{id}', 'webhook', 'webhooks:write'),
  route('DELETE', '/v1/webhooks/{id}', 'webhook', 'webhooks:write'),
  route('POST', '/v1/webhooks/{id}/enable', 'webhook', 'webhooks:write'),
  route('POST', '/v1/webhooks/{id}/rotate-secret', 'webhook', 'webhooks:write'),
  route('GET', '/v1/webhooks/{id}/deliveries', 'webhook', 'webhooks:read'),
  route('GET', '/v1/webhooks/{id}/stats', 'webhook', 'webhooks:read'),
  route('POST', '/v1/webhooks/{id}/test', 'webhook', 'webhooks:write'),
  route('POST', '/v1/webhooks/{id}/recover', 'webhook', 'webhooks:write'),
  route('GET', '/v1/webhook-recoveries/{id}', 'webhook', 'webhooks:read'),
  route('POST', '/v1/webhooks/{id}/replay', 'webhook', 'webhooks:write'),
  route('GET', '/v1/webhook-replays/{id}', 'webhook', 'webhooks:read'),
  route('GET', '/v1/webhook-deliveries', 'webhook', 'webhooks:read'),
  route('GET', '/v1/webhook-deliveries/{id}', 'webhook', 'webhooks:read'),
  route('POST', '/v1/webhook-deliveries/{id}/resend', 'webhook', 'webhooks:write'),
  route('GET', '/v1/events', 'webhook', 'events:read'),
  { ...route('GET', '/v1/events/stream', 'webhook', 'events:read'), isStream: true },
  route('GET', '/v1/events/{id}', 'webhook', 'events:read'),
  // Receivers verify signatures without a credential.
  route('GET', WEBHOOK_KEYS_PATH, 'webhook', null),

  route('GET', '/v1/me', 'gateway', ANY_SCOPE),
  route('GET', '/v1/oauth-clients', 'gateway', 'keys:read'),
  lasting('POST', '/v1/oauth-clients', 'keys:write'),
  route('GET', '/v1/oauth-clients/{id}', 'gateway', 'keys:read'),
  lasting('PATCH', '/v1/oauth-clients/{id}', 'keys:write'),
  route('DELETE', '/v1/oauth-clients/{id}', 'gateway', 'keys:write'),
  lasting('POST', '/v1/oauth-clients/{id}/rotate-secret', 'keys:write'),
  route('GET', '/v1/oauth-grants', 'gateway', 'keys:read'),
  route('DELETE', '/v1/oauth-grants/{id}', 'gateway', 'keys:write'),
  route('GET', '/v1/api-keys', 'gateway', 'keys:read'),
  lasting('POST', '/v1/api-keys', 'keys:write'),
  route('GET', '/v1/api-keys/{id}', 'gateway', 'keys:read'),
  lasting('PATCH', '/v1/api-keys/{id}', 'keys:write'),
  route('DELETE', '/v1/api-keys/{id}', 'gateway', 'keys:write'),
  lasting('POST', '/v1/api-keys/{id}/roll', 'keys:write'),
  route('GET', '/v1/accounts', 'gateway', 'admin'),
  lasting('POST', '/v1/accounts', 'admin'),
  route('GET', '/v1/accounts/{id}', 'gateway', 'admin'),
  lasting('PATCH', '/v1/accounts/{id}', 'admin'),
  lasting('DELETE', '/v1/accounts/{id}', 'admin'),
  lasting('DELETE', '/v1/accounts/{id}/second-factors', 'admin'),
  route('GET', '/v1/audit-log', 'gateway', 'admin'),
  // Who may see the account's credentials may see what they do.
  route('GET', '/v1/request-log', 'gateway', 'keys:read'),
  route('GET', '/v1/usage', 'gateway', 'keys:read'),
  { ...route('GET', '/v1/rate_limit', 'gateway', ANY_SCOPE), isFree: true },
];
