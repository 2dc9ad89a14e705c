import { idSchema } from '@cds/contracts';
import { POOL } from '@cds/postgres';
import type { Caller } from '@cds/identity';
import { Inject, Injectable } from '@nestjs/common';
import type pg from 'pg';
import { deliveryNotFound } from '../delivery.errors.js';
import {
  type AttemptRow,
  attemptView,
  DELIVERY_COLUMNS,
  type DeliveryRow,
  deliveryView,
  type DeliveryWithAttempts,
} from '../delivery-view.js';

const messageId = idSchema('message');

@Injectable()
export class ReadDeliveryQuery {
  constructor(@Inject(POOL) private readonly pool: pg.Pool) {}

  /**
   * One delivery with every attempt, oldest first. Fails with `webhook_delivery.not_found` for another account's and a
   * deleted endpoint's too.
   */
  async execute(id: string, { accountId }: Caller): Promise<DeliveryWithAttempts> {
    if (!messageId.safeParse(id).success) throw deliveryNotFound(id);
    const { rows } = await this.pool.query<DeliveryRow>(DELIVERY, [id, accountId]);
    if (!rows[0]) throw deliveryNotFound(id);
    const event = await this.pool.query<{ payload: string }>(PAYLOAD, [rows[0].eventId]);
    if (!event.rows[0]) throw deliveryNotFound(id);
    const { payload } = event.rows[0];
    const attempts = await this.pool.query<AttemptRow>(ATTEMPTS, [id]);
    return { ...deliveryView(rows[0]), attempts: attempts.rows.map((attempt) => attemptView(attempt, payload)) };
  }
}

const DELIVERY = `
SELECT ${DELIVERY_COLUMNS} FROM webhook_messages AS message
WHERE id = $1 AND EXISTS (
  SELECT FROM endpoints WHERE id = message.endpoint_id AND account_id = $2 AND deleted_at IS NULL)`;

const PAYLOAD = 'SELECT payload FROM webhook_events WHERE id = $1';

const ATTEMPTS = `
SELECT id, started_at AS "startedAt", duration_ms AS "durationMs", request_headers AS "requestHeaders",
  response_status AS "responseStatus", response_headers AS "responseHeaders", response_body AS "responseBody", error
FROM webhook_attempts WHERE message_id = $1 ORDER BY started_at, id`;
