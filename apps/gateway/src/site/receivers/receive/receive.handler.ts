import { setTimeout as delay } from 'node:timers/promises';
import { POOL } from '@cds/postgres';
import { Clock } from '@cds/service-kit';
import { Inject, Injectable } from '@nestjs/common';
import type pg from 'pg';
import { receiverNotFound } from '../receivers.errors.js';
import type { ReceivedBody } from './read-beginning.js';

/** How many requests of a receiver are kept. */
const KEPT = 50;

/**
 * Answers that wait at once in this process. What comes on top is answered at once, so that nobody waits for others.
 */
const MOST_DELAYED = 200;

/** Names and values in the order in which they came. */
export type HeaderList = readonly (readonly [name: string, value: string])[];

interface Answer {
  readonly status: number;
  readonly delayMs: number;
}

/** Keeps a request to a receiver, and finds out what it is to be answered. */
@Injectable()
export class ReceiveHandler {
  private delayed = 0;

  constructor(
    @Inject(POOL) private readonly pool: pg.Pool,
    private readonly clock: Clock,
  ) {}

  /** Resolves with the status when the answer is due. Fails with `receiver.not_found`. */
  async execute(id: string, headers: HeaderList, body: ReceivedBody): Promise<number> {
    const { status, delayMs } = await this.keep(id, headers, body);
    if (delayMs > 0) await this.wait(delayMs);
    return status;
  }

  private async keep(id: string, headers: HeaderList, { beginning, bytes }: ReceivedBody): Promise<Answer> {
    const mayWait = this.delayed < MOST_DELAYED;
    const values = [id, this.clock.now(), JSON.stringify(headers), beginning, bytes, mayWait, KEPT];
    const { rows } = await this.pool.query<Answer>(SQL, values);
    if (!rows[0]) throw receiverNotFound();
    return rows[0];
  }

  private async wait(ms: number): Promise<void> {
    this.delayed += 1;
    try {
      await delay(ms);
    } finally {
      this.delayed -= 1;
    }
  }
}

// Requests to one receiver follow each other by the lock on its row.
const SQL = `
WITH receiver AS (
  UPDATE receivers SET received = receivers.received + 1 WHERE receivers.id = $1 AND receivers.expires_at > $2
  RETURNING receivers.id, receivers.received, receivers.answer_status AS status,
    CASE WHEN $6 THEN receivers.answer_delay_ms ELSE 0 END AS delay_ms
), stored AS (
  INSERT INTO received_requests
    (receiver_id, number, at, headers, body, body_bytes, answered_status, answered_after_ms)
  SELECT receiver.id, receiver.received, $2, $3, $4, $5, receiver.status, receiver.delay_ms FROM receiver
), dropped AS (
  DELETE FROM received_requests AS request USING receiver
  WHERE request.receiver_id = receiver.id AND request.number <= receiver.received - $7
)
SELECT receiver.status, receiver.delay_ms AS "delayMs" FROM receiver`;
