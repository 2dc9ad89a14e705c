import { arrayLiteral } from '@cds/postgres';
import type { Queryable } from '@cds/postgres';
import { Injectable } from '@nestjs/common';
import type { Score } from '../score.js';
import type { KnownEntry } from './known-entry.js';
import type { EntryResult } from './timeline.decision.js';

export interface AnglerIn {
  readonly anglerId: string;
  /** Of `ranking_periods`. */
  readonly periodId: number;
}

export interface EntryToWrite extends EntryResult, AnglerIn {
  readonly catches: number;
  /** The row of the entry that there is already. */
  readonly row: string | null;
}

/** Times in milliseconds: a batch loads tens of thousands of entries, and parsing their times took longest. */
interface EntryRow {
  row: string;
  ordinal: number;
  placement: number;
  achieved_ms: number;
  catch_id: string | null;
  catches: number;
  previous_rank: number | null;
  known_from_ms: number;
}

/** The entries of rankings, and what they were before. Only the holder of the writer's lock changes them. */
@Injectable()
export class RankedEntries {
  /** The entries of these anglers, by period and angler. */
  async of(db: Queryable, wantedOf: readonly AnglerIn[]): Promise<Map<number, Map<string, KnownEntry>>> {
    const anglers = [...wantedOf].sort(byKey);
    const { rows } = await db.query<EntryRow>({ name: 'load-entries', text: LOAD, values: anglerColumns(anglers) });
    const found = new Map<number, Map<string, KnownEntry>>();
    for (const row of rows) {
      const wanted = anglers[row.ordinal - 1];
      if (!wanted) continue;
      let ofPeriod = found.get(wanted.periodId);
      if (!ofPeriod) {
        ofPeriod = new Map();
        found.set(wanted.periodId, ofPeriod);
      }
      ofPeriod.set(wanted.anglerId, toEntry(row, wanted.anglerId));
    }
    return found;
  }

  /** Whatever a known entry was becomes a version, if `former` begins with it. */
  async write(db: Queryable, entries: readonly EntryToWrite[]): Promise<void> {
    const kept = entries.flatMap(({ score, ...entry }) => (score ? [{ ...entry, score }] : [])).sort(byKey);
    const [moved, added] = [kept.filter(({ row }) => row !== null), kept.filter(({ row }) => row === null)];
    const gone = entries.filter(({ row, score }) => row !== null && score === null);
    if (moved.length > 0) await this.move(db, moved);
    if (added.length > 0) await run(db, 'add-entries', ADD, entryColumns(added));
    if (gone.length > 0) await run(db, 'remove-entries', REMOVE, [...anglerColumns(gone), knownUntil(gone)]);
    const between = entries.flatMap((entry) =>
      entry.former.slice(entry.row === null ? 0 : 1).map((one) => ({ ...entry, ...one, score: one.score })),
    );
    if (between.length > 0)
      await run(db, 'keep-former-entries', KEEP_FORMER, [
        ...entryColumns(between),
        arrayLiteral(between.map((one) => one.knownUntil.toISOString())),
      ]);
  }

  private async move(db: Queryable, moved: readonly KeptEntry[]): Promise<void> {
    const values = [...entryColumns(moved), knownUntil(moved), arrayLiteral(moved.map(({ row }) => row))];
    const { rows } = await db.query<{ moved: number }>({ name: 'move-entries', text: MOVE, values });
    if (rows[0]?.moved !== moved.length)
      throw new Error(
        `${rows[0]?.moved} of ${moved.length} entries moved: others were changed without the writer's lock`,
      );
  }
}

type KeptEntry = EntryToWrite & { readonly score: Score };

/** The entries of one angler are close to each other in the table and in its primary key. */
const byKey = (a: AnglerIn, b: AnglerIn): number =>
  a.anglerId < b.anglerId ? -1 : a.anglerId > b.anglerId ? 1 : a.periodId - b.periodId;

const run = (db: Queryable, name: string, text: string, values: string[]) => db.query({ name, text, values });

/** Until when the entries were what they are before the write; null where no version is kept. */
const knownUntil = (entries: readonly Pick<EntryToWrite, 'former'>[]): string =>
  arrayLiteral(entries.map(({ former }) => former[0]?.knownUntil.toISOString()));

const toEntry = (row: EntryRow, anglerId: string): KnownEntry => ({
  row: row.row,
  score: { anglerId, placement: row.placement, achievedAt: new Date(row.achieved_ms), catchId: row.catch_id },
  catches: row.catches,
  previousRank: row.previous_rank,
  knownFrom: new Date(row.known_from_ms),
});

const anglerColumns = (anglers: readonly AnglerIn[]): string[] => [
  arrayLiteral(anglers.map(({ anglerId }) => anglerId)),
  arrayLiteral(anglers.map(({ periodId }) => periodId)),
];

const entryColumns = (
  entries: readonly (Omit<EntryToWrite, 'score' | 'former' | 'row'> & { readonly score: Score })[],
): string[] => [
  ...anglerColumns(entries),
  arrayLiteral(entries.map(({ score }) => score.placement)),
  arrayLiteral(entries.map(({ score }) => score.achievedAt.toISOString())),
  arrayLiteral(entries.map(({ score }) => score.catchId)),
  arrayLiteral(entries.map(({ catches }) => catches)),
  arrayLiteral(entries.map(({ previousRank }) => previousRank)),
  arrayLiteral(entries.map(({ knownFrom }) => knownFrom.toISOString())),
];

// The lateral join looks each entry up by itself, whatever the planner believes about the size of the table.
const LOAD = `
  SELECT wanted.ordinal::int AS ordinal, entry.row, entry.placement::float8 AS placement,
    round(date_part('epoch', entry.achieved_at) * 1000) AS achieved_ms, entry.catch_id, entry.catches,
    entry.previous_rank, round(date_part('epoch', entry.known_from) * 1000) AS known_from_ms
  FROM unnest($1::text[], $2::int[]) WITH ORDINALITY AS wanted (angler_id, period_id, ordinal)
  CROSS JOIN LATERAL (
    SELECT ctid AS row, placement, achieved_at, catch_id, catches, previous_rank, known_from
    FROM ranked_entries WHERE angler_id = wanted.angler_id AND period_id = wanted.period_id OFFSET 0
  ) AS entry`;

const ENTRIES = `
  unnest($1::text[], $2::int[], $3::bigint[], $4::timestamptz[], $5::text[], $6::int[], $7::int[], $8::timestamptz[]`;
const COLUMNS = 'angler_id, period_id, placement, achieved_at, catch_id, catches, previous_rank, known_from';

const VERSION = 'angler_id, period_id, placement, achieved_at, catch_id, previous_rank, known_from';
const VERSION_COLUMNS = `${VERSION}, known_until`;
const WAS = VERSION.split(', ')
  .map((column) => `old.${column}`)
  .join(', ');

const KEEP_CHANGED = `
  INSERT INTO entry_versions (${VERSION_COLUMNS})
  SELECT ${VERSION_COLUMNS} FROM changed WHERE known_until IS NOT NULL`;

// What an entry was is taken from its row, which is found where it was read: only the lock's holder moves rows.
const MOVE = `
  WITH changed AS (
    UPDATE ranked_entries AS entry SET
      placement = moved.placement, achieved_at = moved.achieved_at, catch_id = moved.catch_id,
      catches = moved.catches, previous_rank = moved.previous_rank, known_from = moved.known_from
    FROM ${ENTRIES}, $9::timestamptz[], $10::tid[]) AS moved (${COLUMNS}, known_until, row)
    WHERE entry.ctid = moved.row AND entry.angler_id = moved.angler_id AND entry.period_id = moved.period_id
    RETURNING ${WAS}, moved.known_until
  ), kept AS (${KEEP_CHANGED}
  )
  SELECT count(*)::int AS moved FROM changed`;

const ADD = `
  INSERT INTO ranked_entries (${COLUMNS}) SELECT ${COLUMNS} FROM ${ENTRIES}) AS entry (${COLUMNS})`;

const REMOVE = `
  WITH changed AS (
    DELETE FROM ranked_entries AS entry
    USING unnest($1::text[], $2::int[], $3::timestamptz[]) AS gone (angler_id, period_id, known_until)
    WHERE entry.angler_id = gone.angler_id AND entry.period_id = gone.period_id
    RETURNING ${WAS}, gone.known_until
  )${KEEP_CHANGED}`;

const KEEP_FORMER = `
  INSERT INTO entry_versions (${VERSION_COLUMNS})
  SELECT ${VERSION_COLUMNS} FROM ${ENTRIES}, $9::timestamptz[]) AS former (${COLUMNS}, known_until)`;
