import { throwIfAny } from '@cds/validation';
import type { ReadStatsQuery } from './stats.schemas.js';

const DAY_MS = 86_400_000;
const MAX_DAYS = 7;

export interface StatsWindow {
  readonly since: Date;
  /** Not in the window any more. */
  readonly until: Date;
}

/** The window that a query asks for; fails for one that is empty or too long. */
export const statsWindow = ({ since, until }: ReadStatsQuery, now: Date): StatsWindow => {
  const end = until === undefined ? now.getTime() : Date.parse(until);
  const start = since === undefined ? end - DAY_MS : Date.parse(since);
  if (start >= end) throwIfAny({ invalid: [wrong('must be before `until`')] });
  if (end - start > MAX_DAYS * DAY_MS)
    throwIfAny({ invalid: [wrong(`must be at most ${MAX_DAYS} days before \`until\``)] });
  return { since: new Date(start), until: new Date(end) };
};

const wrong = (detail: string) => ({ parameter: 'since', code: 'custom', detail });
