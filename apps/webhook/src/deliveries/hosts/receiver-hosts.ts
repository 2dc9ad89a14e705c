import { POOL } from '@cds/postgres';
import { BackgroundWork, type Sweeper } from '@cds/work-queue';
import { Inject, Injectable } from '@nestjs/common';
import type pg from 'pg';
import { type HostKey, textOf } from './host-key.js';

/** What a host that is to be sent something may get. */
export type HostState =
  | { readonly state: 'proven' }
  /** It has not answered 2xx yet, and may get the one request that asked. */
  | { readonly state: 'taken' }
  /** The same, and another request was earlier. */
  | { readonly state: 'waiting'; readonly nextMs: number };

interface HostRow extends HostKey {
  readonly isProven: boolean;
  readonly nextMs: number;
}

const SWEEP_EVERY_MS = 600_000;
const BATCH = 1_000;

/**
 * The hosts that accounts have their webhooks sent to. All copies of the service share them, and the clock of the
 * database decides.
 */
@Injectable()
export class ReceiverHosts {
  private readonly sweeper: Sweeper;

  constructor(
    @Inject(POOL) private readonly pool: pg.Pool,
    background: BackgroundWork,
  ) {
    this.sweeper = background.sweeper({
      name: 'receiver-hosts',
      everyMs: SWEEP_EVERY_MS,
      pool,
      batchSize: BATCH,
      batches: [(db) => db.query(FORGET, [BATCH])],
    });
  }

  /** Sweeps now; returns how many hosts were forgotten. */
  sweep(): Promise<number> {
    return this.sweeper.sweep();
  }

  /**
   * Takes a slot at each host that has not answered 2xx yet, where its last one is `pauseMs` ago. By the text of the
   * key.
   */
  async take(keys: readonly HostKey[], pauseMs: number): Promise<ReadonlyMap<string, HostState>> {
    const values = [keys.map(({ accountId }) => accountId), keys.map(({ host }) => host)];
    const { rows: taken } = await this.pool.query<HostKey>(TAKE, [...values, pauseMs]);
    const states = new Map<string, HostState>(taken.map((key) => [textOf(key), { state: 'taken' }]));
    if (states.size === keys.length) return states;
    const { rows } = await this.pool.query<HostRow>(USE, values);
    for (const { isProven, nextMs, ...key } of rows) {
      const found: HostState = isProven ? { state: 'proven' } : { state: 'waiting', nextMs };
      if (!states.has(textOf(key))) states.set(textOf(key), found);
    }
    return states;
  }

  /** The host has answered the account with 2xx. */
  async prove({ accountId, host }: HostKey): Promise<void> {
    await this.pool.query(PROVE, [accountId, host]);
  }
}

// In one order, so that copies which take the same slots wait for each other and never in a circle.
const TAKE = `
INSERT INTO receiver_hosts AS known (account_id, host, next_slot_at, used_at)
SELECT asked.account_id, asked.host, clock_timestamp() + make_interval(secs => $3::float8 / 1000), now()
FROM unnest($1::text[], $2::text[]) AS asked (account_id, host)
ORDER BY asked.account_id, asked.host
ON CONFLICT (account_id, host) DO UPDATE SET next_slot_at = excluded.next_slot_at, used_at = now()
  WHERE known.proven_at IS NULL AND known.next_slot_at <= clock_timestamp()
RETURNING account_id AS "accountId", host`;

// A use is noted once a day: what is not used for long is forgotten.
const USE = `
WITH asked AS (SELECT account_id, host FROM unnest($1::text[], $2::text[]) AS asked (account_id, host)),
used AS (
  UPDATE receiver_hosts AS known SET used_at = now() FROM asked
  WHERE known.account_id = asked.account_id AND known.host = asked.host AND known.used_at < now() - interval '1 day'
)
SELECT known.account_id AS "accountId", known.host, known.proven_at IS NOT NULL AS "isProven",
  greatest(1, 1000 * extract(epoch FROM known.next_slot_at - clock_timestamp()))::float8 AS "nextMs"
FROM receiver_hosts AS known JOIN asked ON asked.account_id = known.account_id AND asked.host = known.host`;

const PROVE = `
INSERT INTO receiver_hosts AS known (account_id, host, proven_at, next_slot_at, used_at)
VALUES ($1, $2, now(), now(), now())
ON CONFLICT (account_id, host) DO UPDATE SET proven_at = now(), used_at = now() WHERE known.proven_at IS NULL`;

const FORGET = `
DELETE FROM receiver_hosts WHERE (account_id, host) IN (SELECT account_id, host FROM receiver_hosts
  WHERE used_at < now() - interval '30 days' ORDER BY used_at LIMIT $1 FOR UPDATE SKIP LOCKED)`;
