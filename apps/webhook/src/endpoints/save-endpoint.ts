import type { Queryable } from '@cds/postgres';
import type { SecretBox } from '@cds/service-kit';
import { ENDPOINT_COLUMNS, type EndpointRow } from './endpoint-row.js';
import { purgeQueues } from './purge-queues.js';
import type { EndpointSettings, EndpointStatus } from './settings/endpoint-settings.js';
import { sealHeaders } from './settings/sealed-headers.js';

/** Writes the settings of a locked endpoint. Failures are those of its address: with another one they count anew. */
export const saveSettings = async (
  tx: Queryable,
  { id }: Pick<EndpointRow, 'id'>,
  settings: EndpointSettings,
  now: Date,
  box: SecretBox,
): Promise<EndpointRow> =>
  saved(
    await tx.query<EndpointRow>(SAVE_SETTINGS, [
      id,
      settings.url,
      settings.eventTypes,
      settings.description,
      jsonOrNull(settings.retrySchedule),
      jsonOrNull(settings.filter),
      settings.ordering,
      settings.maxRatePerSecond,
      sealHeaders(settings.headers, id, box),
      now,
    ]),
  );

/** Enables or disables a locked endpoint for its account. When it is disabled, the messages that wait for it fail. */
export const saveStatus = async (
  tx: Queryable,
  { id }: Pick<EndpointRow, 'id'>,
  status: EndpointStatus,
  now: Date,
): Promise<EndpointRow> => {
  const row = saved(await tx.query<EndpointRow>(SAVE_STATUS, [id, status, now]));
  if (status === 'disabled') await purgeQueues(tx, [id], now);
  return row;
};

const jsonOrNull = (value: unknown): string | null => (value === null ? null : JSON.stringify(value));

const saved = ({ rows: [row] }: { rows: EndpointRow[] }): EndpointRow => {
  if (!row) throw new Error('a locked endpoint is still there when it is written');
  return row;
};

const SAVE_SETTINGS = `
UPDATE endpoints SET url = $2, event_types = $3, description = $4, retry_schedule = $5, filter = $6, ordering = $7,
  max_rate_per_second = $8, headers = $9, updated_at = $10,
  failing_since = CASE WHEN url = $2 THEN failing_since END,
  failed_attempts = CASE WHEN url = $2 THEN failed_attempts ELSE 0 END
WHERE id = $1
RETURNING ${ENDPOINT_COLUMNS}`;

const SAVE_STATUS = `
UPDATE endpoints SET status = $2::text, updated_at = $3,
  disabled_at = CASE WHEN $2 = 'disabled' THEN $3::timestamptz END,
  disabled_reason = CASE WHEN $2 = 'disabled' THEN 'manual' END, failing_since = NULL, failed_attempts = 0
WHERE id = $1
RETURNING ${ENDPOINT_COLUMNS}`;
