import { idSchema } from '@cds/contracts';
import { READ_POOL } from '@cds/postgres';
import type { Caller } from '@cds/identity';
import { Inject, Injectable } from '@nestjs/common';
import type pg from 'pg';
import { erasedOf, shownPayload, type StoredPayload } from '../../erasure/shown-payload.js';
import { deliveryNotFound } from '../delivery.errors.js';
import {
  type AttemptRow,
  attemptView,
  DELIVERY_COLUMNS,
  type DeliveryRow,
  deliveryView,
  type DeliveryWithAttempts,
  MAX_ATTEMPTS,
  MAX_BODY_BYTES,
} from '../delivery-view.js';

const messageId = idSchema('message');

@Injectable()
export class ReadDeliveryQuery {
  constructor(@Inject(READ_POOL) private readonly pool: pg.Pool) {}

  /**
   * One delivery with its newest `MAX_ATTEMPTS` attempts, oldest first. Fails with `webhook_delivery.not_found` for
   * another account's and a deleted endpoint's too.
   */
  async execute(id: string, { accountId }: Caller): Promise<DeliveryWithAttempts> {
    if (!messageId.safeParse(id).success) throw deliveryNotFound(id);
    const { rows } = await this.pool.query<DeliveryRow & TriedRow>(DELIVERY, [id, accountId]);
    const [delivery] = rows;
    if (!delivery) throw deliveryNotFound(id);
    const event = await this.pool.query<StoredPayload>(PAYLOAD, [delivery.eventId]);
    const [stored] = event.rows;
    if (!stored) throw deliveryNotFound(id);
    const payload = shownPayload(stored);
    // An answer may repeat what was sent.
    const hidden = stored.erased?.length ? { responseBody: '' } : {};
    const attempts = rows.flatMap(({ attemptId, ...row }) =>
      attemptId === null ? [] : [{ ...row, ...hidden, id: attemptId }],
    );
    return { ...deliveryView(delivery), attempts: attempts.map((attempt) => attemptView(attempt, payload)) };
  }
}

/** An attempt beside the delivery; a delivery without attempts has one row, and no attempt in it. */
type TriedRow = Omit<AttemptRow, 'id'> & { readonly attemptId: string | null };

// One statement sees the delivery and its attempts as they are at one moment: never an attempt that does not count yet.
// Ids of attempts are in the order in which they ended. The length of a stored text is known without reading it, so
// bodies beyond the limit are not read either.
const DELIVERY = `
SELECT ${DELIVERY_COLUMNS}, "attemptId", "startedAt", "durationMs", "requestHeaders", "responseStatus",
  "responseHeaders", "responseBody", error
FROM webhook_messages AS message
LEFT JOIN (
  SELECT id AS "attemptId", started_at AS "startedAt", duration_ms AS "durationMs", error,
    request_headers AS "requestHeaders", response_status AS "responseStatus",
    response_headers AS "responseHeaders",
    CASE WHEN sum(octet_length(response_body)) OVER (ORDER BY id DESC) <= ${MAX_BODY_BYTES} THEN response_body END
      AS "responseBody"
  FROM (
    SELECT id, started_at, duration_ms, error, request_headers, response_status, response_headers, response_body
    FROM webhook_attempts WHERE message_id = $1 ORDER BY id DESC LIMIT ${MAX_ATTEMPTS}
  ) AS newest
) AS attempt ON true
WHERE id = $1 AND EXISTS (
  SELECT FROM endpoints WHERE endpoints.id = message.endpoint_id AND account_id = $2 AND deleted_at IS NULL)
ORDER BY "startedAt", "attemptId"`;

const PAYLOAD = `SELECT payload, ${erasedOf('webhook_events')} FROM webhook_events WHERE id = $1`;
