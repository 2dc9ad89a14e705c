import type { Scope } from './scopes.js';

/** A call of the public API: its method, and its path with `{…}` for each segment that varies. */
export type Call = `${'GET' | 'POST' | 'PUT' | 'PATCH' | 'DELETE'} /${string}`;

/**
 * The scope that each call takes, by the service that answers it; null for what anybody may call without a credential.
 * The gateway checks it before it passes a call on, and the service once more: neither relies on the other.
 */
export const CALL_SCOPES: Readonly<Record<string, Readonly<Record<Call, Scope | null>>>> = {
  catch: {
    'GET /v1/catches': 'catches:read',
    'POST /v1/catches': 'catches:write',
    'GET /v1/catches/{id}': 'catches:read',
    'PUT /v1/catches/{id}': 'catches:write',
    'PATCH /v1/catches/{id}': 'catches:write',
    'DELETE /v1/catches/{id}': 'catches:write',
    'GET /v1/catches/{id}/history': 'catches:read',
    'POST /v1/catches/{id}/verifications': 'catches:write',
    'GET /v1/anglers': 'catches:read',
    'POST /v1/anglers': 'catches:write',
    'GET /v1/anglers/{id}': 'catches:read',
    'PATCH /v1/anglers/{id}': 'catches:write',
    'DELETE /v1/anglers/{id}': 'catches:write',
    'POST /v1/catches/{id}/photos': 'catches:write',
    'GET /v1/catches/{id}/photos/{photo_id}': 'catches:read',
    'DELETE /v1/catches/{id}/photos/{photo_id}': 'catches:write',
    'GET /v1/photos/{digest}/{file}': null,
    'POST /v1/catches/import': 'catches:write',
    'GET /v1/imports': 'catches:write',
    'GET /v1/imports/{id}': 'catches:write',
    'GET /v1/imports/{id}/rejected': 'catches:write',
    'POST /v1/catches/export': 'catches:read',
    'GET /v1/exports': 'catches:read',
    'GET /v1/exports/{id}': 'catches:read',
    'GET /v1/exports/{id}/download': 'catches:read',
    'GET /v1/verifications': 'verifications:read',
    'GET /v1/verifications/{id}': 'verifications:read',
    'POST /v1/verifications/{id}/approve': 'verifications:write',
    'POST /v1/verifications/{id}/reject': 'verifications:write',
    'POST /v1/verifications/{id}/revoke': 'verifications:write',
  },
  species: {
    'GET /v1/species': 'species:read',
    'POST /v1/species': 'species:write',
    'GET /v1/species/{id}': 'species:read',
    'PATCH /v1/species/{id}': 'species:write',
    'DELETE /v1/species/{id}': 'species:write',
    'GET /v1/species/{id}/history': 'species:read',
    'GET /v1/species/{id}/records': 'species:read',
    'POST /v1/species/{id}/records': 'species:write',
    'GET /v1/species/{id}/records/{record_id}': 'species:read',
    'PUT /v1/species/{id}/records/{record_id}': 'species:write',
    'DELETE /v1/species/{id}/records/{record_id}': 'species:write',
    'GET /v1/species/{id}/photos': 'species:read',
    'POST /v1/species/{id}/photos': 'species:write',
    'GET /v1/species/{id}/photos/{photo_id}': 'species:read',
    'DELETE /v1/species/{id}/photos/{photo_id}': 'species:write',
    'POST /v1/species/{id}/photos/promote': 'species:write',
    'POST /v1/species/{id}/photos/{photo_id}/withdraw': 'catches:write',
    'GET /v1/species/{id}/pictures/{digest}/{file}': null,
  },
  leaderboard: {
    'GET /v1/leaderboards': 'leaderboards:read',
    'POST /v1/leaderboards': 'leaderboards:write',
    'GET /v1/leaderboards/{id}': 'leaderboards:read',
    'PATCH /v1/leaderboards/{id}': 'leaderboards:write',
    'DELETE /v1/leaderboards/{id}': 'leaderboards:write',
    'GET /v1/leaderboards/{id}/entries': 'leaderboards:read',
    'GET /v1/anglers/{id}/rankings': 'leaderboards:read',
  },
  webhook: {
    'GET /v1/webhooks': 'webhooks:read',
    'POST /v1/webhooks': 'webhooks:write',
    'GET /v1/webhooks/event-types': 'webhooks:read',
    'GET /v1/webhooks/{id}': 'webhooks:read',
    'PATCH /v1/webhooks/{id}': 'webhooks:write',
    'DELETE /v1/webhooks/{id}': 'webhooks:write',
    'POST /v1/webhooks/{id}/enable': 'webhooks:write',
    'POST /v1/webhooks/{id}/rotate-secret': 'webhooks:write',
    'GET /v1/webhooks/{id}/deliveries': 'webhooks:read',
    'GET /v1/webhooks/{id}/stats': 'webhooks:read',
    'POST /v1/webhooks/{id}/test': 'webhooks:write',
    'POST /v1/webhooks/{id}/recover': 'webhooks:write',
    'GET /v1/webhook-recoveries/{id}': 'webhooks:read',
    'POST /v1/webhooks/{id}/replay': 'webhooks:write',
    'GET /v1/webhook-replays/{id}': 'webhooks:read',
    'GET /v1/webhook-deliveries': 'webhooks:read',
    'GET /v1/webhook-deliveries/{id}': 'webhooks:read',
    'POST /v1/webhook-deliveries/{id}/resend': 'webhooks:write',
    'GET /v1/events': 'events:read',
    'GET /v1/events/stream': 'events:read',
    'GET /v1/events/{id}': 'events:read',
    'GET /.well-known/webhook-keys': null,
  },
};

/** The scope of a call of a service, whatever the parts that vary are called; undefined when it has no such call. */
export const scopeOfCall = (service: string, method: string, path: string): Scope | null | undefined => {
  const wanted = shapeOf(`${method} ${path}`);
  return Object.entries(CALL_SCOPES[service] ?? {}).find(([call]) => shapeOf(call) === wanted)?.[1];
};

/** `{id}` is `:id` in the routers of the services. */
const shapeOf = (call: string): string => call.replaceAll(/\{[^/]+\}|:[^/]+/g, '*');
