import { inTransaction } from '@cds/postgres';
import type pg from 'pg';
import { RULE_COLUMNS, sameRule } from '../entries/rankings/ranking.js';
import { takeWriterLock } from '../entries/rankings/writer-lock.js';
import type { RankingParts } from '../fill-boards/ranking-parts.js';

export interface RebuildProgress {
  /** Rankings that are complete. */
  readonly rankings: number;
  readonly ofRankings: number;
  /** Of catches. Each is read for the rankings of all species, and again for those of its own species. */
  readonly reads: number;
  readonly ofReads: number;
  /** Entries that were cut into the parts which ranks are added up from, once all of their ranking were there. */
  readonly ranked: number;
}

/**
 * Computes all rankings anew beside those that boards show, and replaces each once it is complete. Only entries that
 * were wrong have events. Copies of the service leave all filling to it meanwhile, also that of new boards. A run that
 * was interrupted leaves rankings that the service completes in the background.
 */
export class RebuildRankings {
  constructor(
    private readonly pool: pg.Pool,
    private readonly parts: RankingParts,
    private readonly onProgress: (progress: RebuildProgress) => void,
  ) {}

  run(): Promise<RebuildProgress> {
    return this.parts.turn.keep(this.pool, () => this.rebuild());
  }

  private async rebuild(): Promise<RebuildProgress> {
    const ofRankings = await this.begin();
    const ofReads = ofRankings === 0 ? 0 : await this.countReads();
    let progress: RebuildProgress = { rankings: 0, ofRankings, reads: 0, ofReads, ranked: 0 };
    this.onProgress(progress);
    await this.parts.mover.drain();
    await this.parts.fill.execute(undefined, ({ rankings, catches, ranked }) => {
      progress = {
        ...progress,
        rankings: progress.rankings + rankings,
        reads: progress.reads + catches,
        ranked: progress.ranked + ranked,
      };
      this.onProgress(progress);
    });
    return progress;
  }

  /** Returns the number of rankings that are to be computed. */
  private begin(): Promise<number> {
    return inTransaction(this.pool, async (tx) => {
      await takeWriterLock(tx);
      await tx.query(BEGIN);
      const { rows } = await tx.query<{ count: number }>(COUNT_FILLING);
      return rows[0]?.count ?? 0;
    });
  }

  private async countReads(): Promise<number> {
    const { rows } = await this.pool.query<{ count: number }>(COUNT_READS);
    return rows[0]?.count ?? 0;
  }
}

// Most species have no verified catch: a ranking of theirs without entries is right as it is.
const BEGIN = `
  INSERT INTO rankings (${RULE_COLUMNS})
  SELECT ${RULE_COLUMNS} FROM rankings AS live
  WHERE live.state = 'live'
    AND NOT EXISTS (SELECT FROM rankings AS other WHERE other.state = 'filling' AND ${sameRule('other', 'live')})
    AND (live.species_id IS NULL OR live.min_verification_tier = 'unverified'
      OR EXISTS (SELECT FROM ranking_periods AS part WHERE part.ranking_id = live.id)
      OR EXISTS (
        SELECT FROM catch_facts AS fact
        WHERE fact.species_id = live.species_id AND NOT fact.deleted AND fact.verification_tier >= 'photo'
      ))
  ORDER BY live.species_id NULLS FIRST, live.id`;

const COUNT_FILLING = "SELECT count(*)::int AS count FROM rankings WHERE state = 'filling'";

// Those of one species are read by all rankings of all species, and by those of the species. Materialized, because a
// nested loop would count all catches again for each species.
const COUNT_READS = `
  WITH scope AS (
    SELECT DISTINCT species_id, min_verification_tier = 'unverified' AS counts_unverified
    FROM rankings WHERE state = 'filling'
  ), of_species AS MATERIALIZED (
    SELECT species_id, count(*) AS all_catches, count(*) FILTER (WHERE verification_tier >= 'photo') AS verified
    FROM catch_facts WHERE NOT deleted GROUP BY species_id
  )
  SELECT coalesce(sum(
    CASE WHEN scope.counts_unverified THEN of_species.all_catches ELSE of_species.verified END
  ), 0)::int
    AS count
  FROM scope JOIN of_species ON scope.species_id IS NULL OR scope.species_id = of_species.species_id`;
