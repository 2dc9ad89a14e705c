import { isDeepStrictEqual } from 'node:util';
import { type Auditee, type AuditFact, recordAudit } from '@cds/audit';
import type { Queryable } from '@cds/postgres';
import type { EndpointSettings, EndpointStatus } from './settings/endpoint-settings.js';

type EndpointAction = 'created' | 'edited' | 'enabled' | 'secret_rotated' | 'deleted';

/** Notes for the audit log what somebody did to an endpoint, through the transaction in which it is done. */
export const auditEndpoint = (
  tx: Queryable,
  by: Auditee,
  [action, endpointId]: readonly [EndpointAction, string],
  details?: AuditFact['details'],
): Promise<void> =>
  recordAudit(tx, by, { action: `webhook_endpoint.${action}`, targetId: endpointId, ...(details && { details }) });

/** Where an endpoint leads, without what may be a credential in its path. */
export const hostOf = (url: string): string => new URL(url).host;

interface Auditable {
  readonly settings: EndpointSettings;
  readonly status: EndpointStatus;
}

/** What an edit changed: the names of the fields, and where the endpoint leads if that is among them. */
export const changesBetween = (before: Auditable, after: Auditable): Record<string, unknown> => {
  const changed = FIELDS.filter(([key]) => !isDeepStrictEqual(before.settings[key], after.settings[key]));
  return {
    changed: [...changed.map(([, name]) => name), ...(before.status === after.status ? [] : ['status'])],
    ...(before.settings.url !== after.settings.url && { host: hostOf(after.settings.url) }),
    ...(before.status !== after.status && { status: after.status }),
  };
};

const FIELDS: readonly (readonly [keyof EndpointSettings, string])[] = [
  ['url', 'url'],
  ['eventTypes', 'event_types'],
  ['description', 'description'],
  ['retrySchedule', 'retry_schedule'],
  ['filter', 'filter'],
  ['ordering', 'ordering'],
  ['maxRatePerSecond', 'max_rate_per_second'],
  ['headers', 'headers'],
];
