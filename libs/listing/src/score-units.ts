import { metricTwins } from './metric-units.js';

/** The metric twins of scores. Those that are counts have none. */
export const SCORE_TWINS = ['score_kg', 'score_m', 'score_cm'] as const;
export type ScoreTwins = Partial<Record<(typeof SCORE_TWINS)[number], number | null>>;

/**
 * A board's score in kilograms, metres or centimetres, to three decimals, under the name of its unit: `score_kg` for
 * pounds. What a board ranks by (`heaviest`, `deepest`, …) says which unit that is; counts, and what is unknown here,
 * have none.
 */
export const scoreTwins = (metric: unknown, score: number | null): ScoreTwins => {
  switch (metric) {
    case 'heaviest':
    case 'total_weight':
      return { score_kg: metricTwins({ weight_lbs: score }).weight_kg ?? null };
    case 'deepest':
      return { score_m: metricTwins({ depth_ft: score }).depth_m ?? null };
    case 'longest':
      return { score_cm: metricTwins({ length_in: score }).length_cm ?? null };
    default:
      return {};
  }
};
