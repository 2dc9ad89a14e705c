import { randomUUID } from 'node:crypto';
import { Inject, Injectable } from '@nestjs/common';
import type pg from 'pg';
import { inBatches, POOL } from '@cds/postgres';
import type { SweeperOptions } from '@cds/work-queue';
import { answerErased, keyReused, stillRunning } from './idempotency.errors.js';
import type { StoredResponse, Reservation } from './reservation.js';

/** What a repeat must have in common with the first request: `fingerprint` is over method, path and body. */
export interface KeyedRequest {
  readonly accountId: string;
  readonly key: string;
  readonly fingerprint: string;
}

/**
 * Of an answer that concerned somebody who was erased; what is kept is a 2xx otherwise. Erasure puts it there with an
 * empty body.
 */
const ERASED_STATUS = 410;

const SWEEP_BATCH = 1_000;
const SWEEP_EVERY_MS = 60_000;

/**
 * The table `idempotency_keys` of a service: who runs under which key, and the answers of the last 24 hours. All times
 * are the database's, so that copies of the service need not agree on theirs.
 */
@Injectable()
export class IdempotencyStore {
  constructor(@Inject(POOL) private readonly pool: pg.Pool) {}

  /**
   * Takes a key that nobody holds, whose holder let 30 s pass, or whose answer is a day old; else the answer that is
   * kept. Fails with `idempotency.in_progress` while another request holds it, with `idempotency.key_reused` for
   * another fingerprint, with `angler.erased` where the answer was erased.
   */
  async reserve({ accountId, key, fingerprint }: KeyedRequest): Promise<Reservation | StoredResponse> {
    const token = randomUUID();
    const { rowCount } = await this.pool.query({
      name: 'idempotency-reserve',
      text: RESERVE,
      values: [accountId, key, fingerprint, token],
    });
    if (rowCount === 1) return { accountId, key, fingerprint, token };
    const { rows } = await this.pool.query<{ fingerprint: string; answer: StoredResponse | null }>(READ, [
      accountId,
      key,
    ]);
    const [held] = rows;
    if (held && held.fingerprint !== fingerprint) throw keyReused();
    if (!held?.answer) throw stillRunning();
    if (held.answer.status === ERASED_STATUS) throw answerErased();
    return held.answer;
  }

  /** Whether the answer to a request with this key is kept: `reserve` then reserves nothing. */
  async isAnswered({ accountId, key }: Pick<KeyedRequest, 'accountId' | 'key'>): Promise<boolean> {
    const { rows } = await this.pool.query({ name: 'idempotency-answered', text: ANSWERED, values: [accountId, key] });
    return rows.length > 0;
  }

  /** Gives keys up whose requests failed; an answer that was kept all the same stays. */
  async release(...reservations: readonly Reservation[]): Promise<void> {
    const [accounts, keys, tokens] = (['accountId', 'key', 'token'] as const).map((field) =>
      reservations.map((reservation) => reservation[field]),
    );
    await this.pool.query({ name: 'idempotency-release', text: RELEASE, values: [accounts, keys, tokens] });
  }

  /** Deletes stored responses that have expired. */
  get sweeping(): SweeperOptions {
    return {
      name: 'idempotency-keys',
      everyMs: SWEEP_EVERY_MS,
      pool: this.pool,
      batchSize: SWEEP_BATCH,
      batches: [(db) => db.query(SWEEP, [SWEEP_BATCH])],
    };
  }

  /** Deletes stored responses that have expired, in small batches; returns how many. */
  sweep(): Promise<number> {
    return inBatches(SWEEP_BATCH, () => this.pool.query(SWEEP, [SWEEP_BATCH]));
  }
}

export const isReservation = (found: Reservation | StoredResponse): found is Reservation => 'token' in found;

const RESERVE = `INSERT INTO idempotency_keys AS held (account_id, key, fingerprint, token, leased_until, expires_at)
VALUES ($1, $2, $3, $4, now() + interval '30 seconds', now() + interval '24 hours')
ON CONFLICT (account_id, key) DO UPDATE SET
  fingerprint = excluded.fingerprint, token = excluded.token, leased_until = excluded.leased_until,
  expires_at = excluded.expires_at,
  answer = NULL, subject_id = NULL
WHERE held.expires_at <= now() OR (held.answer IS NULL AND held.leased_until <= now())`;

/** In one order, so that statements that give up the same keys wait for each other and do not deadlock. */
const RELEASE = `DELETE FROM idempotency_keys WHERE (account_id, key) IN (
  SELECT account_id, key FROM idempotency_keys AS held
  JOIN unnest($1::text[], $2::text[], $3::text[]) AS failed (account_id, key, token) USING (account_id, key, token)
  WHERE held.answer IS NULL ORDER BY account_id, key FOR UPDATE OF held)`;

const READ = 'SELECT fingerprint, answer FROM idempotency_keys WHERE account_id = $1 AND key = $2';

const ANSWERED =
  'SELECT FROM idempotency_keys WHERE account_id = $1 AND key = $2 AND answer IS NOT NULL AND expires_at > now()';

const SWEEP = `DELETE FROM idempotency_keys WHERE (account_id, key) IN (
  SELECT account_id, key FROM idempotency_keys WHERE expires_at <= now()
  ORDER BY expires_at LIMIT $1 FOR UPDATE SKIP LOCKED)`;
