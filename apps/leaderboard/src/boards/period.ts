import type { PeriodKind } from './board.js';

/** A time span with a ranking of its own, in UTC; null means that it is unbounded on that side. */
export interface Period {
  readonly kind: PeriodKind;
  /** `2026-W47`, `2026-11`, `2026` or `all`. */
  readonly id: string;
  readonly startsAt: Date | null;
  /** The first moment after it. */
  readonly endsAt: Date | null;
}

const DAY_MS = 86_400_000;
const ID = /^(\d{4})(?:-(\d{2})|-W(\d{2}))?$/;

const ALL_TIME: Period = { kind: 'all_time', id: 'all', startsAt: null, endsAt: null };

/** The period of this kind in which a time lies. */
export const periodAt = (kind: PeriodKind, at: Date): Period => {
  switch (kind) {
    case 'all_time':
      return ALL_TIME;
    case 'year':
      return yearOf(at.getUTCFullYear());
    case 'month':
      return monthOf(at.getUTCFullYear(), at.getUTCMonth() + 1);
    case 'week':
      return weekBeginning(mondayOf(at));
  }
};

/** The current period of boards of this kind. */
export const currentPeriod = (kind: PeriodKind, now: Date): Period => periodAt(kind, now);

/** The period with an id such as `2026-W47`; undefined where there is none, such as a week 53 in a year of 52. */
export const periodWithId = (id: string): Period | undefined => {
  if (id === ALL_TIME.id) return ALL_TIME;
  const [, year = '', month, week] = ID.exec(id) ?? [];
  if (year === '' || year === '0000') return undefined;
  const period = periodOf(Number(year), month, week);
  // Numbers that are too great are taken for a later month or week, which has another id.
  return period.id === id ? period : undefined;
};

const periodOf = (year: number, month: string | undefined, week: string | undefined): Period => {
  if (month !== undefined) return monthOf(year, Number(month));
  if (week === undefined) return yearOf(year);
  const firstMonday = mondayOf(utc(year, 1, 4));
  return weekBeginning(new Date(firstMonday.getTime() + (Number(week) - 1) * 7 * DAY_MS));
};

const yearOf = (year: number): Period => ({
  kind: 'year',
  id: fourDigits(year),
  startsAt: utc(year, 1, 1),
  endsAt: utc(year + 1, 1, 1),
});

const monthOf = (year: number, month: number): Period => {
  const startsAt = utc(year, month, 1);
  const id = `${fourDigits(startsAt.getUTCFullYear())}-${twoDigits(startsAt.getUTCMonth() + 1)}`;
  return { kind: 'month', id, startsAt, endsAt: utc(year, month + 1, 1) };
};

/** A week belongs to the year of its Thursday (ISO 8601). */
const weekBeginning = (monday: Date): Period => {
  const year = new Date(monday.getTime() + 3 * DAY_MS).getUTCFullYear();
  const week = Math.round((monday.getTime() - mondayOf(utc(year, 1, 4)).getTime()) / (7 * DAY_MS)) + 1;
  const endsAt = new Date(monday.getTime() + 7 * DAY_MS);
  return { kind: 'week', id: `${fourDigits(year)}-W${twoDigits(week)}`, startsAt: monday, endsAt };
};

const mondayOf = (at: Date): Date => {
  const midnight = utc(at.getUTCFullYear(), at.getUTCMonth() + 1, at.getUTCDate());
  return new Date(midnight.getTime() - ((midnight.getUTCDay() + 6) % 7) * DAY_MS);
};

/** `Date.UTC` would take the years 0 to 99 for those of the twentieth century. */
const utc = (year: number, month: number, day: number): Date => {
  const date = new Date(0);
  date.setUTCFullYear(year, month - 1, day);
  return date;
};

const fourDigits = (year: number): string => String(year).padStart(4, '0');
const twoDigits = (number: number): string => String(number).padStart(2, '0');
