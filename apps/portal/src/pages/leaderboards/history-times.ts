import type { Leaderboard } from '@catch-data/sdk';

/** How many times of the past a board is read at; besides, it is read as it is. */
const TIMES = 11;
const DAY_MS = 86_400_000;
/** How far a board without an end is looked back. */
const BACK_DAYS = 30;
/** Reads of the same minutes are the same reads. */
const ROUND_MS = 300_000;

const LENGTH_DAYS = { all_time: BACK_DAYS, year: 366, month: 31, week: 7 } as const;

/**
 * Past times to read a board at, the oldest first: from the beginning of its current period, or back from now for a
 * period that is over or has no end. None from before the board was made.
 */
export const historyTimes = (board: Leaderboard, period: string | undefined, now: number): Date[] => {
  const isCurrent = period === undefined || period === board.current_period.id;
  const begun = isCurrent ? board.current_period.starts_at : null;
  const start = begun === null ? now - LENGTH_DAYS[board.rule.period] * DAY_MS : Date.parse(begun);
  const first = Math.max(start, Date.parse(board.created_at));
  const step = (now - first) / TIMES;
  const times = Array.from({ length: TIMES }, (_, at) => Math.floor((first + at * step) / ROUND_MS) * ROUND_MS);
  return [...new Set(times)].filter((at) => at >= first).map((at) => new Date(at));
};
