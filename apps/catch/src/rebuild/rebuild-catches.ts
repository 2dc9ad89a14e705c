import { fold, type RecordedEvent } from '@cds/event-sourcing';
import { EventStore, LOG_START, type LogPosition, readLog } from '@cds/event-store';
import { inTransaction } from '@cds/postgres';
import { newId } from '@cds/service-kit';
import type pg from 'pg';
import { catchListRow, tombstoneRow } from '../catches/read/catch-list/catch-list.projection.js';
import { saveWords } from '../catches/read/catch-search/save-words.js';
import { catchCodec } from '../catches/write/catch.codec.js';
import type { CatchEvent } from '../catches/catch.events.js';
import { type CatchState, evolve, UNLOGGED } from '../catches/catch.state.js';
import { ANGLER_EVENTS, isAnglerEvent, logCodec } from '../log.codec.js';
import { verificationRow } from '../catches/write/save-catch.js';
import { createShadows, indexShadows, type RebuiltTable, swapShadows } from './shadow-tables.js';

const BATCH = 2_000;

export interface RebuildProgress {
  handled: number;
  total: number;
}

/**
 * Builds the read models of catches from the log beside those that serve, then swaps them in one transaction. Writes go
 * on meanwhile; they wait for the swap alone, which first handles what came in last. Killed half-way it leaves what
 * serves as it was, and the next run begins anew.
 */
export class RebuildCatches {
  private readonly store = new EventStore<CatchEvent>({ newEventId: () => newId('event'), codec: catchCodec });

  constructor(
    private readonly pool: pg.Pool,
    private readonly onProgress: (progress: RebuildProgress) => void,
  ) {}

  async run(): Promise<void> {
    const { rows } = await this.pool.query<{ total: number }>('SELECT count(*)::float8 AS total FROM events');
    await createShadows(this.pool);
    const reached = await this.follow(rows[0]?.total ?? 0);
    await indexShadows(this.pool);
    await inTransaction(this.pool, async (tx) => {
      await tx.query("SET LOCAL statement_timeout = 0; SET LOCAL lock_timeout = '30s'");
      await tx.query(
        'LOCK TABLE events, catches, catch_tombstones, verifications, catch_counts, catch_count_deltas IN ' +
          'ACCESS EXCLUSIVE MODE',
      );
      const { rows: late } = await tx.query<{ stream_id: string }>(LATE, [
        reached.transactionId,
        reached.position,
        ANGLER_EVENTS,
      ]);
      for (let at = 0; at < late.length; at += BATCH)
        await this.build(
          tx,
          late.slice(at, at + BATCH).map((row) => row.stream_id),
        );
      await swapShadows(tx);
      // The log does not know when a new name moved its catches: they move once more. Tasks at work begin anew.
      await tx.query(TOUCH_RENAMED_ANGLERS);
      await tx.query(TOUCH_RENAMED_SPECIES);
    });
  }

  /** Goes through the log until less than a batch is left, as writers may never rest; answers how far it came. */
  private async follow(total: number): Promise<LogPosition> {
    let reached = LOG_START;
    for (let handled = 0; ;) {
      const { events } = await readLog(this.pool, logCodec, reached, BATCH);
      const last = events.at(-1);
      if (!last) return reached;
      await this.build(this.pool, [
        ...new Set(
          events
            .map(({ event }) => event)
            .filter((event) => !isAnglerEvent(event))
            .map(({ metadata }) => metadata.streamId),
        ),
      ]);
      reached = last;
      handled += events.length;
      this.onProgress({ handled, total: Math.max(total, handled) });
      if (events.length < BATCH) return reached;
    }
  }

  /** Each catch from its whole stream, so that it does not matter how often and in which order it is built. */
  private async build(db: Pick<pg.Pool, 'query'>, ids: readonly string[]): Promise<void> {
    const streams = await this.store.loadMany(db, ids);
    const states = [...streams.values()].map(stateOf).filter((state) => state.status !== 'unlogged');
    const verifications = states.flatMap((state) => state.verifications.map((one) => verificationRow(one, state)));
    const rows = states.filter((state) => state.status === 'logged').map(catchListRow);
    await replaceRows(db, 'catches', ids, rows);
    const words = saveWords(rows);
    await db.query(words.text, [JSON.stringify(words.rows)]);
    await replaceRows(
      db,
      'catch_tombstones',
      ids,
      states.filter((state) => state.status === 'deleted').map(tombstoneRow),
    );
    await replaceRows(
      db,
      'verifications',
      verifications.map(({ id }) => id),
      verifications,
    );
  }
}

const stateOf = (events: readonly RecordedEvent<CatchEvent>[]): CatchState =>
  fold<CatchState, CatchEvent>(UNLOGGED, evolve, events);

const TOUCH_RENAMED_ANGLERS = `
INSERT INTO angler_tasks (angler_id, kind, requested_at, due_at)
SELECT id, 'rename', now(), now() FROM anglers WHERE version > 0 AND erased_at IS NULL
ON CONFLICT (angler_id) DO UPDATE SET requested_at = excluded.requested_at, due_at = excluded.due_at, lease = NULL
  WHERE angler_tasks.kind = 'rename'`;

const TOUCH_RENAMED_SPECIES = `
UPDATE species_names SET renamed_at = now(), touch_due_at = now(), touched_to = NULL, touch_lease = NULL
  WHERE renamed_at IS NOT NULL`;

const LATE = `SELECT DISTINCT stream_id FROM events
  WHERE lane IN (0, 1) AND (transaction_id, position) > ($1::bigint, $2::bigint) AND type <> ALL($3)`;

/** What is there already under these ids goes. */
const replaceRows = async (
  db: Pick<pg.Pool, 'query'>,
  table: RebuiltTable,
  ids: readonly string[],
  rows: readonly object[],
): Promise<void> => {
  await db.query(`DELETE FROM rebuild.${table} WHERE id = ANY($1)`, [ids]);
  const [first] = rows;
  if (!first) return;
  const columns = Object.keys(first).join(', ');
  await db.query(
    `INSERT INTO rebuild.${table} (${columns}) SELECT ${columns} FROM jsonb_populate_recordset(NULL::rebuild.${table}, $1::jsonb)`,
    [JSON.stringify(rows)],
  );
};
