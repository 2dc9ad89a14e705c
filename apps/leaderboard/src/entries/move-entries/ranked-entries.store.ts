import { arrayLiteral, int4Array, int8Array, textArray, timestamptzArray } from '@cds/postgres';
import type { Queryable } from '@cds/postgres';
import { Injectable } from '@nestjs/common';
import type { Score } from '../score.js';
import type { KnownEntry } from './known-entry.js';
import { ADD, KEEP_FORMER, LOAD, MOVE, REMOVE } from './ranked-entries.sql.js';
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

/** Times in milliseconds: a batch has tens of thousands of entries, and parsing their times took longest. */
interface EntryRow {
  /** The number of the angler among those of the query. */
  angler: number;
  period_id: number;
  row: string;
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
  async of(db: Queryable, wanted: readonly AnglerIn[]): Promise<Map<number, Map<string, KnownEntry>>> {
    const anglers = [...byAngler(wanted)].sort(([a], [b]) => (a < b ? -1 : 1));
    const { rows } = await db.query<EntryRow>({ name: 'load-entries', text: LOAD, values: periodColumns(anglers) });
    const found = new Map<number, Map<string, KnownEntry>>();
    for (const row of rows) {
      const anglerId = anglers[row.angler - 1]?.[0];
      if (anglerId === undefined) continue;
      let ofPeriod = found.get(row.period_id);
      if (!ofPeriod) {
        ofPeriod = new Map();
        found.set(row.period_id, ofPeriod);
      }
      ofPeriod.set(anglerId, toEntry(row, anglerId));
    }
    return found;
  }

  /**
   * Whatever a known entry was becomes a version, if `former` begins with it. Sends all statements at once: `db` must
   * be a connection that is shared.
   */
  async write(db: Queryable, entries: readonly EntryToWrite[]): Promise<void> {
    const kept = entries.filter(isKept).sort(byKey);
    const [moved, added] = [kept.filter(({ row }) => row !== null), kept.filter(({ row }) => row === null)];
    const gone = entries.filter(({ row, score }) => row !== null && score === null);
    const between = entries.flatMap(formerBetween);
    await Promise.all([
      moved.length > 0 && change(db, moved, 'move-entries', MOVE, entryColumns(moved)),
      added.length > 0 && run(db, 'add-entries', ADD, entryColumns(added)),
      gone.length > 0 && change(db, gone, 'remove-entries', REMOVE, anglerColumns(gone)),
      between.length > 0 && run(db, 'keep-former-entries', KEEP_FORMER, formerColumns(between)),
    ]);
  }
}

type KeptEntry = EntryToWrite & { readonly score: Score };

const isKept = (entry: EntryToWrite): entry is KeptEntry => entry.score !== null;

/** What an entry was between two moves of one batch: its row says what it was before the first one. */
const formerBetween = ({ anglerId, periodId, catches, row, former }: EntryToWrite) =>
  former.slice(row === null ? 0 : 1).map((one) => ({ ...one, anglerId, periodId, catches }));

/** The entries of one angler are close to each other in the table and in its primary key. */
const byKey = (a: AnglerIn, b: AnglerIn): number =>
  a.anglerId < b.anglerId ? -1 : a.anglerId > b.anglerId ? 1 : a.periodId - b.periodId;

const byAngler = (wanted: readonly AnglerIn[]): Map<string, number[]> => {
  const found = new Map<string, number[]>();
  for (const { anglerId, periodId } of wanted) {
    const known = found.get(anglerId);
    if (known) known.push(periodId);
    else found.set(anglerId, [periodId]);
  }
  return found;
};

/** The anglers, and which of all their periods, one after another, are those of each. */
const periodColumns = (anglers: readonly (readonly [string, readonly number[]])[]): Buffer[] => {
  let behind = 0;
  const lasts = anglers.map(([, periods]) => (behind += periods.length));
  return [
    textArray(anglers.map(([anglerId]) => anglerId)),
    int4Array(anglers.map(([, periods], index) => (lasts[index] ?? 0) - periods.length + 1)),
    int4Array(lasts),
    int4Array(anglers.flatMap(([, periods]) => periods)),
  ];
};

const formerColumns = (former: ReturnType<typeof formerBetween>): Buffer[] => [
  ...entryColumns(former),
  timestamptzArray(former.map((one) => one.knownUntil)),
];

const run = (db: Queryable, name: string, text: string, values: Buffer[]) => db.query({ name, text, values });

/** Changes entries where they were read. */
const change = async (
  db: Queryable,
  entries: readonly EntryToWrite[],
  name: string,
  text: string,
  columns: Buffer[],
): Promise<void> => {
  const values = [...columns, knownUntil(entries), arrayLiteral(entries.map(({ row }) => row))];
  const changed = (await db.query<{ changed: number }>({ name, text, values })).rows[0]?.changed;
  if (changed !== entries.length)
    throw new Error(`${changed} of ${entries.length} entries changed: others did so without the writer's lock`);
};

/** Until when the entries were what they are before the write; null where no version is kept. */
const knownUntil = (entries: readonly Pick<EntryToWrite, 'former'>[]): Buffer =>
  timestamptzArray(entries.map(({ former }) => former[0]?.knownUntil));

const toEntry = (row: EntryRow, anglerId: string): KnownEntry => ({
  row: row.row,
  score: {
    anglerId,
    placement: row.placement,
    achievedAt: row.achieved_ms,
    catchId: row.catch_id,
  },
  catches: row.catches,
  previousRank: row.previous_rank,
  knownFrom: row.known_from_ms,
});

export const anglerColumns = (anglers: readonly AnglerIn[]): Buffer[] => [
  textArray(anglers.map(({ anglerId }) => anglerId)),
  int4Array(anglers.map(({ periodId }) => periodId)),
];

const entryColumns = (
  entries: readonly (Omit<EntryToWrite, 'score' | 'former' | 'row'> & { readonly score: Score })[],
): Buffer[] => [
  ...anglerColumns(entries),
  int8Array(entries.map(({ score }) => score.placement)),
  timestamptzArray(entries.map(({ score }) => score.achievedAt)),
  textArray(entries.map(({ score }) => score.catchId)),
  int4Array(entries.map(({ catches }) => catches)),
  int4Array(entries.map(({ previousRank }) => previousRank)),
  timestamptzArray(entries.map(({ knownFrom }) => knownFrom)),
];
