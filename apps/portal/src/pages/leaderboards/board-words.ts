import type { LeaderboardRule, Metric, Period } from '@catch-data/sdk';
import { formatMeasure, type Measure, type Units } from '../../measures/measures.js';

export const METRIC_LABELS: Readonly<Record<Metric, string>> = {
  heaviest: 'Heaviest catch',
  longest: 'Longest catch',
  deepest: 'Deepest catch',
  total_weight: 'Total weight',
  catch_count: 'Number of catches',
  species_count: 'Number of species',
};

export const PERIOD_LABELS: Readonly<Record<Period, string>> = {
  all_time: 'All time',
  year: 'Yearly',
  month: 'Monthly',
  week: 'Weekly',
};

const MEASURES: Readonly<Partial<Record<Metric, Measure>>> = {
  heaviest: 'weight',
  total_weight: 'weight',
  longest: 'length',
  deepest: 'depth',
};

/** A score with its unit; counts have none. */
export const formatScore = (score: number, { metric }: LeaderboardRule, units: Units): string => {
  const measure = MEASURES[metric];
  return measure ? formatMeasure(measure, score, units) : score.toLocaleString('en');
};

const DAY_MS = 86_400_000;

/** The id of the period that a day is in: `2026-W47`, `2026-11`, `2026` or `all`. */
export const periodIdOf = (kind: Period, day: Date): string => {
  const year = String(day.getUTCFullYear());
  if (kind === 'all_time') return 'all';
  if (kind === 'year') return year;
  if (kind === 'month') return `${year}-${String(day.getUTCMonth() + 1).padStart(2, '0')}`;
  // A week of ISO 8601 is of the year that its Thursday is in.
  const thursday = new Date(day.getTime() + (4 - (day.getUTCDay() || 7)) * DAY_MS);
  const first = Date.UTC(thursday.getUTCFullYear(), 0, 1);
  const week = Math.floor((thursday.getTime() - first) / DAY_MS / 7) + 1;
  return `${thursday.getUTCFullYear()}-W${String(week).padStart(2, '0')}`;
};

const STEP_DAYS: Readonly<Record<Period, number>> = { all_time: 0, year: 366, month: 31, week: 7 };
const PAST = 12;

/** The current period and the ones before it, the newest first. */
export const periodsBefore = (kind: Period, now: Date): string[] => {
  if (kind === 'all_time') return ['all'];
  const ids = new Set<string>();
  for (let day = now; ids.size < PAST; day = new Date(day.getTime() - (STEP_DAYS[kind] / 2) * DAY_MS)) {
    ids.add(periodIdOf(kind, day));
  }
  return [...ids];
};
