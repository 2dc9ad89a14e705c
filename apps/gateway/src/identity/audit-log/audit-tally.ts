import { POOL } from '@cds/postgres';
import { Clock, newId } from '@cds/service-kit';
import { BackgroundWork, type RecurringTask } from '@cds/work-queue';
import { Inject, Injectable, type OnModuleDestroy } from '@nestjs/common';
import type pg from 'pg';
import type { AuditEntry } from './audit-log.js';

const WRITE_EVERY_MS = 1_000;
const MINUTE_MS = 60_000;
/** So many kinds a minute have a row each; what comes from yet more addresses is counted together, under none. */
const MAX_KINDS = 1_000;
/** So many rows wait for a database that is away; what comes then is counted together as well. */
const MAX_WAITING = 10_000;

/** What is counted: all of it is the same for those that are counted together. */
export type TalliedEntry = Omit<AuditEntry, 'actorId' | 'requestId' | 'details'> & { readonly reason: string };

interface Tally {
  readonly entry: TalliedEntry;
  readonly countedAs: string;
  readonly at: Date;
  count: number;
}

/**
 * Records what a stranger can cause at will: one entry a minute for each action, address, account, target and reason,
 * with how many there were (`details.count`), over all copies of the gateway. A tally is in the log at once and becomes
 * an entry when its minute is over. `note` writes beside the request: a process that dies loses the counts of its last
 * second, or of an outage of the database. A write whose answer was lost is repeated, and counts twice then.
 */
@Injectable()
export class AuditTally implements OnModuleDestroy {
  private minute = 0;
  private readonly kinds = new Set<string>();
  private waiting = new Map<string, Tally>();
  private readonly writing: RecurringTask;

  constructor(
    @Inject(POOL) private readonly pool: pg.Pool,
    private readonly clock: Clock,
    background: BackgroundWork,
  ) {
    this.writing = background.recurring({ name: 'audit-tally', everyMs: WRITE_EVERY_MS, run: () => this.write() });
  }

  /** Requests in progress end after it: what they leave is written as it comes. */
  async onModuleDestroy(): Promise<void> {
    await this.writing.stop();
    await this.write().catch(() => undefined);
  }

  note(entry: TalliedEntry): void {
    const at = this.clock.now();
    const hasRoom = this.hasRoomFor(entry, at);
    const tally = tallyOf(hasRoom ? entry : { ...entry, accountId: null, targetId: null, address: null }, at);
    const waiting = this.waiting.get(tally.countedAs);
    if (waiting) waiting.count += 1;
    else this.waiting.set(tally.countedAs, tally);
    if (this.writing.signal.aborted) void this.write().catch(() => undefined);
  }

  /** Has written it when it resolves, whatever room there is: for what is limited by other means. */
  async record(entry: TalliedEntry, requestId: string | null): Promise<void> {
    const row = { ...rowOf(tallyOf(entry, this.clock.now())), request_id: requestId };
    await this.pool.query(WRITE, [JSON.stringify([row])]);
  }

  private hasRoomFor(entry: TalliedEntry, at: Date): boolean {
    const minute = minuteOf(at);
    if (minute !== this.minute) this.kinds.clear();
    this.minute = minute;
    const kind = kindOf(entry, minute);
    if (this.kinds.has(kind)) return true;
    if (this.kinds.size >= MAX_KINDS || this.waiting.size >= MAX_WAITING) return false;
    this.kinds.add(kind);
    return true;
  }

  /** Writes what was counted so far. What cannot be written waits for the next time. */
  async write(): Promise<void> {
    if (this.waiting.size === 0) return;
    const batch = this.waiting;
    this.waiting = new Map();
    try {
      await this.pool.query(WRITE, [JSON.stringify([...batch.values()].map(rowOf))]);
    } catch (error) {
      this.putBack(batch);
      throw error;
    }
  }

  private putBack(batch: ReadonlyMap<string, Tally>): void {
    for (const [countedAs, tally] of batch) {
      const later = this.waiting.get(countedAs);
      if (later) later.count += tally.count;
      else this.waiting.set(countedAs, tally);
    }
  }
}

const tallyOf = (entry: TalliedEntry, at: Date): Tally => ({
  entry,
  countedAs: kindOf(entry, minuteOf(at)),
  at,
  count: 1,
});

const minuteOf = (at: Date): number => Math.floor(at.getTime() / MINUTE_MS);

const kindOf = ({ action, accountId, targetId, address, reason }: TalliedEntry, minute: number): string =>
  JSON.stringify([minute, action, reason, address, accountId, targetId]);

const rowOf = ({ entry, countedAs, at, count }: Tally) => ({
  id: newId('auditEntry'),
  at,
  action: entry.action,
  account_id: entry.accountId,
  target_id: entry.targetId,
  address: entry.address,
  details: { reason: entry.reason, count },
  counted_as: countedAs,
});

// In one order, so that copies which write the same rows wait for each other and never in a circle.
const WRITE = `
INSERT INTO audit_tallies AS kept (counted_as, id, at, action, account_id, target_id, address, request_id, details)
SELECT noted.counted_as, noted.id, noted.at, noted.action, noted.account_id, noted.target_id, noted.address,
  noted.request_id, noted.details
FROM jsonb_to_recordset($1::jsonb) AS noted (counted_as text, id text, at timestamptz, action text, account_id text,
  target_id text, address text, request_id text, details jsonb)
ORDER BY noted.counted_as
ON CONFLICT (counted_as) DO UPDATE
SET details = jsonb_set(kept.details, '{count}',
  to_jsonb((kept.details->>'count')::bigint + (excluded.details->>'count')::bigint))`;
