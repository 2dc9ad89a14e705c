import { inTransaction } from '@cds/postgres';
import type { AppendContext } from '@cds/event-store';
import type pg from 'pg';
import type { SpeciesRow } from '../../catalogue/species.projection.js';
import { SPECIES_COLUMNS } from '../../catalogue/species.rows.js';
import { RecordKeeper } from '../record-keeper.js';

export interface RebuildProgress {
  readonly species: number;
  readonly ofSpecies: number;
  /** How many species had a wrong count, and how many a wrong record. */
  readonly recounted: number;
  readonly corrected: number;
}

/**
 * Brings counts and records into line with this service's copy of the catches, while it goes on following them. A
 * corrected record is published as a changed species, never as a broken record. Each species is a transaction of its
 * own, so that an interrupted run keeps what it corrected.
 */
export class RebuildRecords {
  constructor(
    private readonly pool: pg.Pool,
    private readonly keeper: RecordKeeper,
    private readonly onProgress: (progress: RebuildProgress) => void,
  ) {}

  async run(context: AppendContext): Promise<RebuildProgress> {
    const recounted = await recount(this.pool);
    const { rows } = await this.pool.query<{ id: string }>('SELECT id FROM species ORDER BY id');
    let progress: RebuildProgress = { species: 0, ofSpecies: rows.length, recounted, corrected: 0 };
    for (const { id } of rows) {
      const isCorrected = await this.rebuild(id, context);
      const corrected = progress.corrected + Number(isCorrected);
      progress = { ...progress, species: progress.species + 1, corrected };
      this.onProgress(progress);
    }
    return progress;
  }

  private rebuild(id: string, context: AppendContext): Promise<boolean> {
    return inTransaction(this.pool, async (tx) => {
      const [row] = (await tx.query<SpeciesRow>(LOCK, [id])).rows;
      if (!row) return false;
      const { rows } = await tx.query<{ region: string }>(REGIONS, [id]);
      const keys = [{ speciesId: id, region: null }, ...rows.map(({ region }) => ({ speciesId: id, region }))];
      return this.keeper.correct(tx, row, keys, context);
    });
  }
}

/**
 * By how much a count is wrong is the same in every snapshot, since catches and counts change together: so it can be
 * seen in one that takes long and put right in a short transaction.
 */
const recount = async (pool: pg.Pool): Promise<number> => {
  const wrong = await inTransaction(pool, async (tx) => {
    await tx.query('SET TRANSACTION ISOLATION LEVEL REPEATABLE READ, READ ONLY');
    return (await tx.query<{ speciesId: string; error: string }>(ERRORS)).rows;
  });
  const ids = wrong.map(({ speciesId }) => speciesId);
  if (wrong.length > 0) await pool.query(CORRECT_COUNTS, [ids, wrong.map(({ error }) => error)]);
  return wrong.length;
};

const LOCK = `SELECT ${SPECIES_COLUMNS} FROM species WHERE id = $1 FOR NO KEY UPDATE`;

const ERRORS = `
  SELECT coalesce(known.species_id, counted.species_id) AS "speciesId",
    coalesce(counted.catches, 0) - coalesce(known.catches, 0) AS error
  FROM species_catch_counts AS known
  FULL JOIN (
    SELECT species_id, count(*) AS catches FROM catch_facts WHERE NOT deleted GROUP BY species_id
  ) AS counted ON counted.species_id = known.species_id
  WHERE coalesce(counted.catches, 0) <> coalesce(known.catches, 0)`;

const CORRECT_COUNTS = `
  INSERT INTO species_catch_counts AS known (species_id, catches)
  SELECT wrong.species_id, wrong.error FROM unnest($1::text[], $2::bigint[]) AS wrong (species_id, error)
  ORDER BY wrong.species_id
  ON CONFLICT (species_id) DO UPDATE SET catches = known.catches + excluded.catches`;

/** The regions of a species' catches that may hold a record, one after the other by index, and of its records. */
const REGIONS = `
  WITH RECURSIVE found (region) AS (
    (SELECT min(region) FROM catch_facts WHERE species_id = $1 AND region IS NOT NULL AND NOT deleted
      AND verification_tier >= 'witnessed'::verification_tier)
    UNION ALL
    SELECT (SELECT min(region) FROM catch_facts WHERE species_id = $1 AND region > found.region AND NOT deleted
      AND verification_tier >= 'witnessed'::verification_tier)
    FROM found WHERE found.region IS NOT NULL
  )
  SELECT region FROM found WHERE region IS NOT NULL
  UNION
  SELECT region FROM species_records WHERE species_id = $1 AND kind = 'service' AND is_current AND region IS NOT NULL`;
