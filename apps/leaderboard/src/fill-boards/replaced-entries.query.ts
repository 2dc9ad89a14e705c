import type { Queryable } from '@cds/postgres';
import { Injectable } from '@nestjs/common';
import type { KnownEntry } from '../entries/move-entries/known-entry.js';
import { type AnglerIn, RankedEntries } from '../entries/move-entries/ranked-entries.store.js';
import { sameRule } from '../entries/rankings/ranking.js';
import type { RankingPeriodKey } from '../entries/rankings/ranking-periods.store.js';
import { type Score, sameScore } from '../entries/score.js';
import { ByPeriod } from './by-period.js';

export type KeptEntry = (rankingId: number, period: string, score: Score) => KnownEntry | undefined;

/** An entry in a ranking that is being filled. */
export interface FilledEntry extends RankingPeriodKey {
  readonly anglerId: string;
}

interface ReplacedRow {
  ranking_id: number;
  period: string;
  period_id: number;
}

/** Finds what entries are in the ranking that is being replaced, so that those that are right stay as they are. */
@Injectable()
export class ReplacedEntries {
  constructor(private readonly entries: RankedEntries) {}

  async of(db: Queryable, wanted: readonly FilledEntry[]): Promise<KeptEntry> {
    const ids = [...new Set(wanted.map(({ rankingId }) => rankingId))];
    const { rows } = await db.query<ReplacedRow>(REPLACED, [ids, [...new Set(wanted.map(({ period }) => period))]]);
    if (rows.length === 0) return () => undefined;
    const periodIds = new ByPeriod<number>();
    for (const { ranking_id: rankingId, period, period_id: id } of rows) periodIds.set({ rankingId, period }, id);
    const anglers = wanted.flatMap(({ rankingId, period, anglerId }): AnglerIn[] => {
      const periodId = periodIds.get(rankingId, period);
      return periodId === undefined ? [] : [{ anglerId, periodId }];
    });
    const entries = await this.entries.of(db, anglers);
    const keyOf = (periodId: number | undefined, anglerId: string): string => `${periodId}/${anglerId}`;
    const known = new Map(anglers.map((one, index) => [keyOf(one.periodId, one.anglerId), entries[index]]));
    return (rankingId, period, score) => {
      const entry = known.get(keyOf(periodIds.get(rankingId, period), score.anglerId));
      return entry && sameScore(entry.score, score) ? entry : undefined;
    };
  }
}

// By the index on species, because hash joins are off where this runs.
const replacing = (term: string): string => `
    SELECT live.id FROM rankings AS live WHERE live.state = 'live' AND ${term} AND ${sameRule('live', 'filling')}`;

const REPLACED = `
  SELECT filling.id AS ranking_id, part.period, part.id AS period_id
  FROM rankings AS filling
  CROSS JOIN LATERAL (${replacing('live.species_id = filling.species_id')}
    UNION ALL ${replacing('live.species_id IS NULL AND filling.species_id IS NULL')}
  ) AS replaced
  JOIN ranking_periods AS part ON part.ranking_id = replaced.id
  WHERE filling.id = ANY($1) AND part.period = ANY($2)`;
