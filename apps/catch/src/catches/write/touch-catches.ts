import type { WritesInFlight } from '../log/writes-in-flight.js';

const BATCH = 1_000;

/** How far it came: when the last catch was logged, and its id. */
export type TouchedTo = readonly [createdAt: string, id: string];

const START: TouchedTo = ['-infinity', ''];

/** Whose catches: those of one angler or of one species. There is an index on either for their order. */
export interface TouchedCatches {
  readonly of: 'angler_id' | 'species_id';
  readonly id: string;
  /** To go on from there. */
  readonly after?: TouchedTo | undefined;
}

/**
 * Moves `updated_at` of all of these catches, in batches: `updated_since` then tells them with the new name. Yields
 * after each how far it came.
 */
export const touchCatches = async function* (
  inFlight: WritesInFlight,
  { of, id, after = START }: TouchedCatches,
): AsyncGenerator<TouchedTo> {
  for (let place = after; ;) {
    const { rows } = await inFlight.transaction(async (tx, stamp) =>
      tx.query<{ created_at: Date; id: string }>(TOUCH[of], [id, ...place, BATCH, await stamp()]),
    );
    const [last] = rows;
    if (!last) return;
    place = [last.created_at.toISOString(), last.id];
    yield place;
  }
};

const touch = (column: TouchedCatches['of']): string => `
WITH batch AS (
  SELECT id, created_at FROM catches WHERE ${column} = $1 AND (created_at, id) > ($2::timestamptz, $3)
  ORDER BY created_at, id LIMIT $4 FOR UPDATE
), touched AS (
  UPDATE catches SET updated_at = greatest(catches.updated_at, $5::timestamptz) FROM batch WHERE catches.id = batch.id
)
SELECT created_at, id FROM batch ORDER BY created_at DESC, id DESC LIMIT 1`;

const TOUCH = { angler_id: touch('angler_id'), species_id: touch('species_id') } as const;
