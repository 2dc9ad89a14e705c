import type { VerificationTier } from '@cds/contracts';
import type { BoardRule, Metric, PeriodKind } from './board.js';

const METRIC: Readonly<Record<Metric, (species: string | null) => string>> = {
  heaviest: (species) => `Heaviest ${species ?? 'catch'}`,
  deepest: (species) => `Deepest ${species ?? 'catch'}`,
  longest: (species) => `Longest ${species ?? 'catch'}`,
  total_weight: (species) => (species === null ? 'Total weight' : `Total weight of ${species}`),
  catch_count: (species) => (species === null ? 'Most catches' : `Most catches of ${species}`),
  species_count: (species) => (species === null ? 'Most species' : `Most species among ${species}`),
};

const PERIOD: Readonly<Record<PeriodKind, string>> = {
  all_time: 'all time',
  year: 'yearly',
  month: 'monthly',
  week: 'weekly',
};

/** Boards from tier `photo` on are the usual ones, and do not mention it. */
const TIER: Readonly<Record<VerificationTier, string | null>> = {
  unverified: 'unverified too',
  photo: null,
  witnessed: 'witnessed',
  certified: 'certified',
};

/**
 * The name of a board by its rule, such as "Heaviest Largemouth Bass in US-TX, witnessed, weekly". `speciesName` is
 * null for all species.
 */
export const boardName = (rule: BoardRule, speciesName: string | null): string => {
  const what = METRIC[rule.metric](speciesName);
  const where = rule.region === null ? what : `${what} in ${rule.region}`;
  return [where, TIER[rule.minVerificationTier], PERIOD[rule.period]].filter((part) => part !== null).join(', ');
};
