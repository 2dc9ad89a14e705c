import { tierRank } from '@cds/contracts';
import { AppError } from '@cds/errors';
import { type BulkWrite, copyLine, copyRows, type CopyValue } from '@cds/postgres';
import type pg from 'pg';
import { CATCH_COLUMNS } from '../read/catch-list/catch-columns.js';
import { catchListRow } from '../read/catch-list/catch-list.projection.js';
import { saveTextWords } from '../read/catch-search/save-words.js';
import { type TextWord, textWords } from '../read/catch-search/text-words.js';
import type { Logged } from '../model/catch.state.js';
import { SAVE_COUNTS, searchedTextOf } from './save-catch.js';

/** What the read models will hold of a catch that is not logged yet. */
export interface NewCatch {
  /** The line of its row, without the columns that it shares with others. */
  readonly row: string;
  readonly words: readonly TextWord[];
  readonly speciesId: string;
  readonly anglerId: string;
}

const SHARED = ['created_at', 'updated_at'] as const;
const OWN = CATCH_COLUMNS.filter((column) => !(SHARED as readonly string[]).includes(column));

/** All that can be made ready before the time is known that the catch is logged at. */
export const newCatch = (state: Logged): NewCatch => {
  const row = catchListRow(state);
  const { speciesId, anglerId } = state.details;
  return {
    row: copyLine(OWN.map((column) => copyValue(row[column]))),
    words: textWords(searchedTextOf(state)),
    speciesId,
    anglerId,
  };
};

/** JSON columns hold objects, which COPY takes as text. */
const copyValue = (value: ReturnType<typeof catchListRow>[(typeof CATCH_COLUMNS)[number]]): CopyValue =>
  typeof value === 'object' && value !== null && !(value instanceof Date) ? JSON.stringify(value) : value;

/** Inserts the rows of catches that were logged at one time. */
export const copyNewCatches = (tx: pg.PoolClient, catches: readonly NewCatch[], at: Date): Promise<void> =>
  copyRows(
    tx,
    'catches',
    [...OWN, ...SHARED],
    catches.map(({ row }) => row),
    [at, at],
  );

/** The writes by which words and counts follow them. */
export const followNewCatches = (catches: readonly NewCatch[]): BulkWrite[] => [
  saveTextWords(catches.flatMap(({ words }) => words)),
  { text: SAVE_COUNTS, rows: countsOf(catches) },
];

/**
 * Fails with `service.unavailable` when one of their anglers was erased meanwhile: read anew, the rows are somebody
 * else's or are refused.
 */
export const refuseErased = async (tx: pg.PoolClient, catches: readonly NewCatch[]): Promise<void> => {
  const anglers = [...new Set(catches.map(({ anglerId }) => anglerId))];
  const { rows } = await tx.query<{ living: number }>(LIVING, [anglers]);
  if (rows[0]?.living === anglers.length) return;
  throw new AppError({
    code: 'service.unavailable',
    kind: 'unavailable',
    message: 'An angler was erased while catches of theirs were logged.',
    retryAfterSeconds: 1,
  });
};

const LIVING = 'SELECT count(*)::int AS living FROM anglers WHERE id = ANY($1) AND erased_at IS NULL';

const countsOf = (catches: readonly NewCatch[]): { species_id: string; verification_tier: number; delta: number }[] => {
  const counts = new Map<string, number>();
  for (const { speciesId } of catches) counts.set(speciesId, (counts.get(speciesId) ?? 0) + 1);
  return [...counts].map(([speciesId, delta]) => ({
    species_id: speciesId,
    verification_tier: tierRank('unverified'),
    delta,
  }));
};
