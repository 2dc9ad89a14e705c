import { type LogPosition, readLogSpan } from '@cds/event-store';
import { inTransaction } from '@cds/postgres';
import type { Queryable } from '@cds/postgres';
import type pg from 'pg';
import { ANGLER_EVENTS } from '../log.codec.js';
import { releaseTouches, requestLateTouches, requestTouches } from './follow-renames.js';
import { earlierErasures, lateErasures, noteSaidOf } from './late-erasures.js';
import { IS_LATER, readReached, saveReached } from './rebuild-progress.js';
import { type CatchCount, changesBy, countShadow, replaceCounts } from './shadow-counts.js';
import { indexShadows, openShadows } from './shadow-tables.js';
import { ShadowWriter } from './shadow-writer.js';
import { swapShadows } from './swap-shadows.js';

/** Events that are read at once while the shadows have no indexes. */
const BATCH = 2_000;
/** A batch is loaded on so many connections at once. */
const PARTS = 2;
/** Catches that are written at once when they have: a write must end within a second. */
const INDEXED_BATCH = 100;
/** As many catches may be left for the swap, in which writers wait. */
const FEW = 100;

export interface RebuildProgress {
  /** Events that this run has handled, and how many there are for it. */
  handled: number;
  total: number;
}

/** Events that follow each other in the log, and the catches that they belong to. */
interface Batch {
  readonly count: number;
  readonly last: LogPosition | undefined;
  readonly ids: readonly string[];
  readonly catches: Awaited<ReturnType<ShadowWriter['load']>>;
}

/**
 * Builds the read models of catches from the log beside those that serve, then swaps them in one transaction. Writes go
 * on meanwhile; they wait for the swap alone, which handles the last few catches. No transaction that writes lasts over
 * a second. A run that is cut off leaves what serves as it was and its shadows as they are; the next one continues.
 */
export class RebuildCatches {
  private readonly writer = new ShadowWriter();
  /** What the shadow's catches sum up to: counted once, then changed by each write. */
  private counts: readonly CatchCount[] = [];

  constructor(
    private readonly pool: pg.Pool,
    private readonly onProgress: (progress: RebuildProgress) => void,
  ) {}

  async run(): Promise<void> {
    // Snapshots are made of the log too: a rebuild does not trust them.
    await this.pool.query('TRUNCATE stream_snapshots');
    await openShadows(this.pool);
    await this.follow();
    await indexShadows(this.pool);
    this.counts = await countShadow(this.pool);
    for await (const ids of earlierErasures(this.pool)) await this.rewriteInBatches(ids);
    await requestTouches(this.pool);
    await swapShadows(this.pool, {
      prepare: () => this.catchUp(),
      complete: async (tx) => {
        const reached = await readReached(tx);
        const changes = await this.rewrite(tx, await lateCatches(tx, reached));
        await replaceCounts(tx, [...this.counts, ...changes]);
        await requestLateTouches(tx, reached);
      },
    });
    await releaseTouches(this.pool);
  }

  /**
   * Goes through the log until less than a batch is left, as writers may never rest. A batch is loaded while the one
   * before it is written. A catch in both is loaded twice, the second time later, so the newer state is what stays.
   */
  private async follow(): Promise<void> {
    const from = await readReached(this.pool);
    const total = await countBehind(this.pool, from);
    let handled = 0;
    for (let next: Promise<Batch> | undefined = this.load(from); next;) {
      const { count, last, ids, catches }: Batch = await next;
      if (!last) return;
      next = count < BATCH ? undefined : this.load(last);
      // If the write fails, nobody waits for it.
      next?.catch(() => undefined);
      await inTransaction(this.pool, async (tx) => {
        await this.writer.write(tx, ids, catches);
        await saveReached(tx, last);
      });
      handled += count;
      this.onProgress({ handled, total: Math.max(total, handled) });
    }
  }

  private async load(after: LogPosition): Promise<Batch> {
    const { entries, last } = await readLogSpan(this.pool, after, BATCH);
    const ids = [
      ...new Set(entries.filter(({ type }) => !ANGLER_EVENTS.includes(type)).map(({ streamId }) => streamId)),
    ];
    return { count: entries.length, last, ids, catches: await this.loadInParts(ids) };
  }

  /** Some are decoded while PostgreSQL looks for the others. */
  private async loadInParts(ids: readonly string[]): Promise<Batch['catches']> {
    const size = Math.ceil(ids.length / PARTS);
    const parts = Array.from({ length: PARTS }, (_, index) => ids.slice(index * size, (index + 1) * size));
    const loaded = await Promise.all(parts.map((part) => this.writer.load(this.pool, part)));
    return new Map(loaded.flatMap((states) => [...states]));
  }

  /**
   * Writes what has been written since, until few catches are left. Those that are not below the log's horizon yet are
   * written as well: the oldest transaction in flight may last.
   */
  private async catchUp(): Promise<void> {
    for (;;) {
      const late = await lateCatches(this.pool, await readReached(this.pool));
      if (late.length <= FEW) return;
      await this.rewriteInBatches(late);
    }
  }

  private async rewriteInBatches(all: readonly string[]): Promise<void> {
    for (let at = 0; at < all.length; at += INDEXED_BATCH) {
      const ids = all.slice(at, at + INDEXED_BATCH);
      const changes = await inTransaction(this.pool, async (tx) => {
        const changed = await this.rewrite(tx, ids);
        await noteSaidOf(tx, ids);
        return changed;
      });
      this.counts = [...this.counts, ...changes];
    }
  }

  private rewrite(tx: pg.PoolClient, ids: readonly string[]): Promise<readonly CatchCount[]> {
    return changesBy(tx, ids, async () => this.writer.write(tx, ids, await this.writer.load(tx, ids)));
  }
}

const countBehind = async (db: Queryable, { transactionId, position }: LogPosition): Promise<number> => {
  const { rows } = await db.query<{ count: number }>(
    'SELECT count(*)::float8 AS count FROM events WHERE (transaction_id, position) > ($1::bigint, $2::bigint)',
    [transactionId, position],
  );
  return rows[0]?.count ?? 0;
};

/** The catches whose last event is later than `reached` and not in the shadows yet, and those that are to lose more. */
const lateCatches = async (db: Queryable, reached: LogPosition): Promise<string[]> => {
  const { rows } = await db.query<{ id: string }>(LATE, [reached.transactionId, reached.position, ANGLER_EVENTS]);
  return [...new Set([...rows.map(({ id }) => id), ...(await lateErasures(db, reached))])].sort();
};

const LATE = `
SELECT late.id FROM (
  SELECT stream_id AS id, max(version) AS version FROM events
  WHERE ${IS_LATER} AND type <> ALL($3)
  GROUP BY stream_id
) late
LEFT JOIN rebuild.catches logged ON logged.id = late.id
LEFT JOIN rebuild.catch_tombstones deleted ON deleted.id = late.id
WHERE late.version > coalesce(logged.version, deleted.version, 0)`;
