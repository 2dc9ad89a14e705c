import { arrayLiteral, int4Array, int8Array, textArray, timestamptzArray } from '@cds/postgres';
import type { Queryable } from '@cds/postgres';
import { Injectable } from '@nestjs/common';
import { requireAllChanged } from '../rankings/writer-lock.js';
import type { Score } from '../score.js';
import type { KnownEntry } from './known-entry.js';
import { int4s, int8s, type Packed, rowLiteral, rowsOf, texts, times } from '../../database/packed-columns.js';
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
  readonly row: number | null;
}

interface PackedRow {
  /** The numbers of the anglers among those of the query. */
  anglers: Packed;
  period_ids: Packed;
  entry_rows: Packed;
  placements: Packed;
  achieved: Packed;
  catch_ids: Packed;
  catches: Packed;
  previous_ranks: Packed;
  known_from: Packed;
}

/** The entries of rankings, and what they were before. Only the holder of the writer's lock changes them. */
@Injectable()
export class RankedEntries {
  /** In the order of `wanted`; undefined where there is no entry. */
  async of(db: Queryable, wanted: readonly AnglerIn[]): Promise<(KnownEntry | undefined)[]> {
    const anglers = [...byAngler(wanted)].sort(([a], [b]) => (a < b ? -1 : 1));
    const values = periodColumns(anglers, wanted);
    const { rows } = await db.query<PackedRow>({ name: 'load-entries', text: LOAD, values });
    const found = new Array<KnownEntry | undefined>(wanted.length).fill(undefined);
    const [packed] = rows;
    if (!packed) return found;
    const [placements, achieved, knownFrom] = [
      int8s(packed.placements),
      times(packed.achieved),
      times(packed.known_from),
    ];
    const [entryRows, catchIds] = [rowsOf(packed.entry_rows), texts(packed.catch_ids)];
    const [catches, previousRanks] = [int4s(packed.catches), int4s(packed.previous_ranks)];
    const [ofAnglers, periodIds] = [int4s(packed.anglers), int4s(packed.period_ids)];
    entryRows.forEach((row, index) => {
      const [anglerId, indexes] = anglers[(ofAnglers[index] ?? 0) - 1] ?? NOBODY;
      const place = indexes.find((one) => wanted[one]?.periodId === periodIds[index]);
      if (place === undefined) return;
      found[place] = {
        row: row ?? 0,
        score: {
          anglerId,
          placement: placements[index] ?? 0,
          achievedAt: achieved[index] ?? 0,
          catchId: catchIds[index] ?? null,
        },
        catches: catches[index] ?? 0,
        previousRank: previousRanks[index] ?? null,
        knownFrom: knownFrom[index] ?? 0,
      };
    });
    return found;
  }

  /**
   * Whatever a known entry was becomes a version, unless `knownUntil` is null. Sends all statements at once: `db` must
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
const formerBetween = ({ anglerId, periodId, catches, between }: EntryToWrite) =>
  between.map((one) => ({ ...one, anglerId, periodId, catches }));

/** The entries of one angler are close to each other in the table and in its primary key. */
const byKey = (a: AnglerIn, b: AnglerIn): number =>
  a.anglerId < b.anglerId ? -1 : a.anglerId > b.anglerId ? 1 : a.periodId - b.periodId;

const NOBODY: readonly [string, readonly number[]] = ['', []];

/** Which of the wanted ones are of each angler. */
const byAngler = (wanted: readonly AnglerIn[]): Map<string, number[]> => {
  const found = new Map<string, number[]>();
  wanted.forEach(({ anglerId }, index) => {
    const known = found.get(anglerId);
    if (known) known.push(index);
    else found.set(anglerId, [index]);
  });
  return found;
};

/** The anglers, and which of all their periods, one after another, are those of each. */
const periodColumns = (
  anglers: readonly (readonly [string, readonly number[]])[],
  wanted: readonly AnglerIn[],
): Buffer[] => {
  let behind = 0;
  const lasts = anglers.map(([, indexes]) => (behind += indexes.length));
  return [
    textArray(anglers.map(([anglerId]) => anglerId)),
    int4Array(anglers.map(([, indexes], number) => (lasts[number] ?? 0) - indexes.length + 1)),
    int4Array(lasts),
    int4Array(anglers.flatMap(([, indexes]) => indexes.map((index) => wanted[index]?.periodId))),
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
  const until = timestamptzArray(entries.map(({ knownUntil }) => knownUntil));
  const rows = arrayLiteral(entries.map(({ row }) => (row === null ? null : rowLiteral(row))));
  const values = [...columns, until, rows];
  const { rows: answers } = await db.query<{ changed: number }>({ name, text, values });
  requireAllChanged('entries', entries, answers[0]?.changed);
};

export const anglerColumns = (anglers: readonly AnglerIn[]): Buffer[] => [
  textArray(anglers.map(({ anglerId }) => anglerId)),
  int4Array(anglers.map(({ periodId }) => periodId)),
];

const entryColumns = (
  entries: readonly (Omit<EntryToWrite, 'score' | 'knownUntil' | 'between' | 'row'> & { readonly score: Score })[],
): Buffer[] => [
  ...anglerColumns(entries),
  int8Array(entries.map(({ score }) => score.placement)),
  timestamptzArray(entries.map(({ score }) => score.achievedAt)),
  textArray(entries.map(({ score }) => score.catchId)),
  int4Array(entries.map(({ catches }) => catches)),
  int4Array(entries.map(({ previousRank }) => previousRank)),
  timestamptzArray(entries.map(({ knownFrom }) => knownFrom)),
];
