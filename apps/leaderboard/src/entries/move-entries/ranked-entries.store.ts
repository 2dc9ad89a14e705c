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
  /** Whether there is an entry that goes. */
  readonly isGone: boolean;
}

/** Times in milliseconds: a batch loads tens of thousands of entries, and parsing their times took longest. */
interface EntryRow {
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
  async of(db: Queryable, anglers: readonly AnglerIn[]): Promise<Map<number, Map<string, KnownEntry>>> {
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

  async write(db: Queryable, entries: readonly EntryToWrite[]): Promise<void> {
    const kept = entries.flatMap(({ score, ...entry }) => (score ? [{ ...entry, score }] : []));
    const left = entries.filter(({ isGone }) => isGone);
    if (kept.length > 0) await db.query({ name: 'save-entries', text: SAVE, values: entryColumns(kept) });
    if (left.length > 0) await db.query({ name: 'remove-entries', text: REMOVE, values: anglerColumns(left) });
    const former = entries.flatMap((entry) => entry.former.map((one) => ({ ...entry, ...one, score: one.score })));
    if (former.length > 0)
      await db.query({
        name: 'keep-former-entries',
        text: KEEP_FORMER,
        values: [...entryColumns(former), arrayLiteral(former.map(({ knownUntil }) => knownUntil.toISOString()))],
      });
  }
}

const toEntry = (row: EntryRow, anglerId: string): KnownEntry => ({
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
  entries: readonly (Omit<EntryToWrite, 'score' | 'former' | 'isGone'> & { readonly score: Score })[],
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
  SELECT wanted.ordinal::int AS ordinal, entry.placement::float8 AS placement,
    round(date_part('epoch', entry.achieved_at) * 1000) AS achieved_ms, entry.catch_id, entry.catches,
    entry.previous_rank, round(date_part('epoch', entry.known_from) * 1000) AS known_from_ms
  FROM unnest($1::text[], $2::int[]) WITH ORDINALITY AS wanted (angler_id, period_id, ordinal)
  CROSS JOIN LATERAL (
    SELECT placement, achieved_at, catch_id, catches, previous_rank, known_from
    FROM ranked_entries WHERE angler_id = wanted.angler_id AND period_id = wanted.period_id OFFSET 0
  ) AS entry`;

const ENTRIES = `
  unnest($1::text[], $2::int[], $3::bigint[], $4::timestamptz[], $5::text[], $6::int[], $7::int[], $8::timestamptz[]`;
const COLUMNS = 'angler_id, period_id, placement, achieved_at, catch_id, catches, previous_rank, known_from';

const SAVE = `
  INSERT INTO ranked_entries (${COLUMNS})
  SELECT ${COLUMNS} FROM ${ENTRIES}) AS entry (${COLUMNS})
  ON CONFLICT (angler_id, period_id) DO UPDATE SET
    placement = excluded.placement, achieved_at = excluded.achieved_at, catch_id = excluded.catch_id,
    catches = excluded.catches, previous_rank = excluded.previous_rank, known_from = excluded.known_from`;

const REMOVE = `
  DELETE FROM ranked_entries AS entry USING unnest($1::text[], $2::int[]) AS gone (angler_id, period_id)
  WHERE entry.angler_id = gone.angler_id AND entry.period_id = gone.period_id`;

const KEEP_FORMER = `
  INSERT INTO entry_versions (angler_id, period_id, placement, achieved_at, catch_id, previous_rank, known_from,
    known_until)
  SELECT angler_id, period_id, placement, achieved_at, catch_id, previous_rank, known_from, known_until
  FROM ${ENTRIES}, $9::timestamptz[]) AS former (${COLUMNS}, known_until)`;
