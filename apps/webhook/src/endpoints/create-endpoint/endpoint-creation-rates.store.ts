import { POOL } from '@cds/postgres';
import type { Queryable } from '@cds/postgres';
import { BackgroundWork, type Sweeper } from '@cds/work-queue';
import { Inject, Injectable } from '@nestjs/common';
import type pg from 'pg';
import { tooManyCreations } from '../endpoint.errors.js';

/** Endpoints that an account may create at once, and how many of them it gets back in an hour. */
const BURST = 500;
const PER_HOUR = 600;
const SWEEP_EVERY_MS = 600_000;
const BATCH = 1_000;

/**
 * Bounds how often an account creates endpoints: one that was sent anything stays with its messages for weeks after it
 * is deleted, and does not count among those that the account has. By the generic cell rate algorithm, with the clock
 * of the database.
 */
@Injectable()
export class EndpointCreationRates {
  private readonly sweeper: Sweeper;

  constructor(@Inject(POOL) pool: pg.Pool, background: BackgroundWork) {
    this.sweeper = background.sweeper({
      name: 'endpoint-creation-rates',
      everyMs: SWEEP_EVERY_MS,
      pool,
      batchSize: BATCH,
      batches: [(db) => db.query(FORGET, [BATCH])],
    });
  }

  /** Sweeps now. Returns the number of accounts that were forgotten. */
  sweep(): Promise<number> {
    return this.sweeper.sweep();
  }

  /** Counts a creation, which does not count if the transaction is rolled back. Fails with `limit.account`. */
  async count(tx: Queryable, accountId: string): Promise<void> {
    if ((await tx.query(COUNT, [accountId])).rowCount === 1) return;
    const { rows } = await tx.query<{ seconds: number }>(WAIT, [accountId]);
    throw tooManyCreations(PER_HOUR, rows[0]?.seconds ?? 1);
  }
}

const STEP = `interval '1 hour' / ${PER_HOUR}`;

const COUNT = `
INSERT INTO endpoint_creation_rates AS rate (account_id, spent_until) VALUES ($1, clock_timestamp() + ${STEP})
ON CONFLICT (account_id) DO UPDATE SET spent_until = greatest(rate.spent_until, clock_timestamp()) + ${STEP}
WHERE rate.spent_until <= clock_timestamp() + ${STEP} * ${BURST - 1}`;

const WAIT = `
SELECT extract(epoch FROM spent_until - ${STEP} * ${BURST - 1} - clock_timestamp())::float8 AS seconds
FROM endpoint_creation_rates WHERE account_id = $1`;

const FORGET = `
DELETE FROM endpoint_creation_rates WHERE account_id IN (
  SELECT account_id FROM endpoint_creation_rates WHERE spent_until < now() LIMIT $1 FOR UPDATE SKIP LOCKED)`;
