import { POOL } from '@cds/postgres';
import { BackgroundWork, type RecurringTask } from '@cds/work-queue';
import { Inject, Injectable, type OnModuleDestroy } from '@nestjs/common';
import type pg from 'pg';
import type { Principal } from '../../../identity/principals/principal.js';
import { RequestLogMetrics } from './request-log-metrics.js';

const WRITE_EVERY_MS = 5_000;
const MINUTE_MS = 60_000;
/** Rows of one statement. */
const BATCH = 500;
/** So many wait for a database that is away; what further credentials do then is not counted. */
const MAX_WAITING = 20_000;

interface Tally {
  readonly at: Date;
  readonly account_id: string;
  readonly credential_id: string;
  calls: number;
  errors: number;
  refused: number;
}

/**
 * Counts the calls of each credential by minute and by hour, over all copies of the gateway. A process that dies loses
 * the counts of its last seconds; a write whose answer was lost is repeated, and counts twice then.
 */
@Injectable()
export class UsageTally implements OnModuleDestroy {
  private waiting = new Map<string, Tally>();
  private readonly writing: RecurringTask;

  constructor(
    @Inject(POOL) private readonly pool: pg.Pool,
    private readonly metrics: RequestLogMetrics,
    background: BackgroundWork,
  ) {
    const run = () => this.write();
    this.writing = background.recurring({ name: 'usage', everyMs: WRITE_EVERY_MS, run });
  }

  /** Requests in progress end after it: what they leave is written as it comes. */
  async onModuleDestroy(): Promise<void> {
    await this.writing.stop();
    await this.write().catch(() => undefined);
  }

  /** `status` is null where the client went away before the answer. */
  count(caller: Principal, status: number | null, at: Date): void {
    const tally = this.tallyOf(caller, at);
    if (!tally) return this.metrics.dropped('no_room');
    tally.calls += 1;
    if (status === 429) tally.refused += 1;
    else if (status !== null && status >= 400) tally.errors += 1;
    if (this.writing.signal.aborted) void this.write().catch(() => undefined);
  }

  private tallyOf({ accountId, credentialId }: Principal, at: Date): Tally | undefined {
    const minute = Math.floor(at.getTime() / MINUTE_MS);
    const key = `${minute} ${credentialId} ${accountId}`;
    const known = this.waiting.get(key);
    if (known || this.waiting.size >= MAX_WAITING) return known;
    const counts = { calls: 0, errors: 0, refused: 0 };
    const made = { at: new Date(minute * MINUTE_MS), account_id: accountId, credential_id: credentialId, ...counts };
    this.waiting.set(key, made);
    return made;
  }

  /** Writes what was counted so far. What cannot be written waits for the next time. */
  async write(): Promise<void> {
    const batch = [...this.waiting].slice(0, BATCH);
    if (batch.length === 0) return;
    for (const [key] of batch) this.waiting.delete(key);
    try {
      await this.pool.query(WRITE, [JSON.stringify(batch.map(([, tally]) => tally))]);
    } catch (error) {
      this.putBack(batch);
      throw error;
    }
    await this.write();
  }

  private putBack(batch: readonly (readonly [string, Tally])[]): void {
    for (const [key, tally] of batch) {
      const later = this.waiting.get(key);
      if (!later) this.waiting.set(key, tally);
      else for (const what of ['calls', 'errors', 'refused'] as const) later[what] += tally[what];
    }
  }
}

/** In one order, so that copies which write the same rows wait for each other and never in a circle. */
const upsert = (table: string, rows: string): string => `
  INSERT INTO ${table} AS kept (at, account_id, credential_id, calls, errors, refused)
  SELECT rows.at, rows.account_id, rows.credential_id, rows.calls, rows.errors, rows.refused FROM (${rows}) AS rows
  ORDER BY rows.account_id, rows.at, rows.credential_id
  ON CONFLICT (account_id, at, credential_id) DO UPDATE SET calls = kept.calls + excluded.calls,
    errors = kept.errors + excluded.errors, refused = kept.refused + excluded.refused`;

const WRITE = `
WITH noted AS MATERIALIZED (
  SELECT at, account_id, credential_id, calls, errors, refused FROM jsonb_to_recordset($1::jsonb)
    AS noted (at timestamptz, account_id text, credential_id text, calls integer, errors integer, refused integer)
), minutes AS (${upsert('usage_minutes', 'SELECT at, account_id, credential_id, calls, errors, refused FROM noted')})
${upsert(
  'usage_hours',
  `SELECT date_trunc('hour', at, 'UTC') AS at, account_id, credential_id, sum(calls)::int AS calls,
    sum(errors)::int AS errors, sum(refused)::int AS refused FROM noted GROUP BY 1, 2, 3`,
)}`;
