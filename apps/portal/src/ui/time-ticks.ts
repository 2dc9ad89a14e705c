const MINUTE_MS = 60_000;
const HOUR_MS = 60 * MINUTE_MS;
const DAY_MS = 24 * HOUR_MS;
const YEAR_MS = 366 * DAY_MS;

/** By the longest span of an axis that each is for. */
const FORMATS: readonly (readonly [spanMs: number, options: Intl.DateTimeFormatOptions])[] = [
  [10 * MINUTE_MS, { timeStyle: 'medium' }],
  [1.5 * DAY_MS, { timeStyle: 'short' }],
  [10 * DAY_MS, { day: 'numeric', month: 'short', hour: '2-digit', minute: '2-digit' }],
  [YEAR_MS, { day: 'numeric', month: 'short' }],
  [Infinity, { month: 'short', year: 'numeric' }],
];

/** Names the moments along an axis from `first` to `last` in the reader's time zone, like the rest of the portal. */
export const timeTicks = ([first, last]: readonly Date[]): ((at: Date) => string) => {
  const spanMs = (last?.getTime() ?? 0) - (first?.getTime() ?? 0);
  const format = new Intl.DateTimeFormat('en-GB', FORMATS.find(([longest]) => spanMs <= longest)?.[1]);
  return (at) => format.format(at);
};
