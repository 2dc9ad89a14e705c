import { metricTwins } from '@cds/listing';
import type { Metric } from '../boards/board.js';

/** The metric twins of scores. Those that are counts have none. */
export const SCORE_TWINS = ['score_kg', 'score_m', 'score_cm'] as const;
export type ScoreTwins = Partial<Record<(typeof SCORE_TWINS)[number], number | null>>;

/** A score in kilograms, metres or centimetres, under the name of its unit: `score_kg` for pounds. */
export const scoreTwins = (metric: Metric, score: number | null): ScoreTwins => {
  switch (metric) {
    case 'heaviest':
    case 'total_weight':
      return { score_kg: metricTwins({ weight_lbs: score }).weight_kg ?? null };
    case 'deepest':
      return { score_m: metricTwins({ depth_ft: score }).depth_m ?? null };
    case 'longest':
      return { score_cm: metricTwins({ length_in: score }).length_cm ?? null };
    case 'catch_count':
    case 'species_count':
      return {};
  }
};
