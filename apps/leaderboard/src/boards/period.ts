import type { PeriodKind } from './board.js';

/** A time span with a ranking of its own, in UTC; null means that it is unbounded on that side. */
export interface Period {
  readonly kind: PeriodKind;
  /** Such as `all`, `2026`, `2026-11` or, for a week of ISO 8601, `2026-W47`. */
  readonly id: string;
  readonly startsAt: Date | null;
  /** The first instant after the period. */
  readonly endsAt: Date | null;
}

const DAY_MS = 86_400_000;
const WEEK_MS = 7 * DAY_MS;
const PERIOD_ID = /^(?<year>\d{4})(?:-(?<month>\d{2})|-W(?<week>\d{2}))?$/;

const ALL_TIME: Period = { kind: 'all_time', id: 'all', startsAt: null, endsAt: null };

/** The period of boards of this kind that an instant belongs to. */
export const periodOf = (kind: PeriodKind, instant: Date): Period => {
  switch (kind) {
    case 'all_time':
      return ALL_TIME;
    case 'year':
      return yearPeriod(instant.getUTCFullYear());
    case 'month':
      return monthPeriod(instant.getUTCFullYear(), instant.getUTCMonth());
    case 'week':
      return weekPeriod(instant.getTime());
  }
};

/** Ids of periods by day, as many as a batch of catches has days: making them takes longer than most of what they key. */
const IDS_OF_DAYS = new Map<number, Record<PeriodKind, string>>();
const MAX_DAYS = 20_000;

/** The id of the period of boards of this kind that an instant belongs to: periods begin and end with days. */
export const periodIdOf = (kind: PeriodKind, instant: Date): string => {
  const day = Math.floor(instant.getTime() / DAY_MS);
  let ids = IDS_OF_DAYS.get(day);
  if (!ids) {
    if (IDS_OF_DAYS.size >= MAX_DAYS) IDS_OF_DAYS.clear();
    const [year, month, week] = [periodOf('year', instant), periodOf('month', instant), periodOf('week', instant)];
    ids = { all_time: ALL_TIME.id, year: year.id, month: month.id, week: week.id };
    IDS_OF_DAYS.set(day, ids);
  }
  return ids[kind];
};

/** The current period of boards of this kind. */
export const currentPeriod = (kind: PeriodKind, now: Date): Period => periodOf(kind, now);

/**
 * The period with this id; null for a text that is the id of none, such as `2026-13` or the 53rd week of a year of
 * 52.
 */
export const parsePeriod = (id: string): Period | null => {
  if (id === ALL_TIME.id) return ALL_TIME;
  const { year, month, week } = PERIOD_ID.exec(id)?.groups ?? {};
  if (year === undefined) return null;
  const period = bounded(Number(year), month, week);
  return period.id === id ? period : null;
};

const bounded = (year: number, month: string | undefined, week: string | undefined): Period => {
  if (month !== undefined) return monthPeriod(year, Number(month) - 1);
  if (week !== undefined) return weekPeriod(firstMonday(year) + (Number(week) - 1) * WEEK_MS);
  return yearPeriod(year);
};

const yearPeriod = (year: number): Period => ({
  kind: 'year',
  id: digits(year, 4),
  startsAt: startOf(year, 0),
  endsAt: startOf(year + 1, 0),
});

const monthPeriod = (year: number, month: number): Period => {
  const startsAt = startOf(year, month);
  const id = `${digits(startsAt.getUTCFullYear(), 4)}-${digits(startsAt.getUTCMonth() + 1, 2)}`;
  return { kind: 'month', id, startsAt, endsAt: startOf(year, month + 1) };
};

const weekPeriod = (instant: number): Period => {
  const monday = mondayOf(instant);
  const year = new Date(monday + 3 * DAY_MS).getUTCFullYear();
  const week = 1 + (monday - firstMonday(year)) / WEEK_MS;
  return {
    kind: 'week',
    id: `${digits(year, 4)}-W${digits(week, 2)}`,
    startsAt: new Date(monday),
    endsAt: new Date(monday + WEEK_MS),
  };
};

/** `setUTCFullYear`, because `Date.UTC` takes the years before 100 for years of the twentieth century. */
const startOf = (year: number, month: number): Date => {
  const start = new Date(0);
  start.setUTCFullYear(year, month, 1);
  return start;
};

const mondayOf = (instant: number): number => {
  const day = Math.floor(instant / DAY_MS);
  // The first day of the epoch was a Thursday.
  return (day - ((((day + 3) % 7) + 7) % 7)) * DAY_MS;
};

/** The Monday of the first week of a year: the week with the fourth of January. */
const firstMonday = (year: number): number => mondayOf(startOf(year, 0).getTime() + 3 * DAY_MS);

const digits = (value: number, length: number): string => String(value).padStart(length, '0');
