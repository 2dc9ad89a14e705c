import { POOL } from '@cds/postgres';
import { Inject, Injectable } from '@nestjs/common';
import type pg from 'pg';
import type { HeaderList } from '../receive/receive.handler.js';
import { MAX_KEPT_BYTES } from '../receive/read-beginning.js';
import { receiverNotFound } from '../receivers.errors.js';

interface ReceivedRow {
  readonly number: number;
  readonly at: Date;
  readonly answeredStatus: number;
  readonly answeredAfterMs: number;
  readonly bodyBytes: number;
  readonly headers: HeaderList;
  readonly start: Buffer;
}

/** A line of the list: a page that looks every few seconds reads no bodies. */
export interface ReceivedRequestLine {
  readonly number: number;
  readonly at: string;
  readonly answered: { readonly status: number; readonly delay_seconds: number };
  readonly body_bytes: number;
  /** Of the request's webhook; null where it was sent by something else. */
  readonly webhook_id: string | null;
  /** Of its event, as the beginning of the body says. */
  readonly type: string | null;
}

export interface ReceivedRequestView extends ReceivedRequestLine {
  readonly headers: HeaderList;
  readonly body: string;
  /** There is more of the body than was kept. */
  readonly is_cut: boolean;
}

/** What a receiver got of late. */
@Injectable()
export class ReceivedRequestsQuery {
  constructor(@Inject(POOL) private readonly pool: pg.Pool) {}

  /** The newest first. */
  async list(receiverId: string): Promise<ReceivedRequestLine[]> {
    const sql = `SELECT ${COLUMNS} FROM received_requests WHERE receiver_id = $1 ORDER BY number DESC`;
    const { rows } = await this.pool.query<ReceivedRow>(sql, [receiverId]);
    return rows.map(lineOf);
  }

  /** Fails with `receiver.not_found` when it is not kept. */
  async one(receiverId: string, number: number): Promise<ReceivedRequestView> {
    const sql = `SELECT ${COLUMNS}, body FROM received_requests WHERE receiver_id = $1 AND number = $2`;
    const { rows } = await this.pool.query<ReceivedRow & { readonly body: Buffer }>(sql, [receiverId, number]);
    const [row] = rows;
    if (!row) throw receiverNotFound();
    const { headers, body, bodyBytes } = row;
    return { ...lineOf(row), headers, body: body.toString('utf8'), is_cut: bodyBytes > MAX_KEPT_BYTES };
  }
}

const COLUMNS = `number, at, headers, body_bytes AS "bodyBytes", answered_status AS "answeredStatus",
  answered_after_ms AS "answeredAfterMs", substring(body FOR 300) AS start`;

const TYPE = /"type"\s*:\s*"([a-z_.]{1,100})"/;

const lineOf = ({ number, at, headers, bodyBytes, start, ...answer }: ReceivedRow): ReceivedRequestLine => ({
  number,
  at: at.toISOString(),
  answered: { status: answer.answeredStatus, delay_seconds: answer.answeredAfterMs / 1_000 },
  body_bytes: bodyBytes,
  webhook_id: headers.find(([name]) => name === 'webhook-id')?.[1] ?? null,
  type: TYPE.exec(start.toString('utf8'))?.[1] ?? null,
});
