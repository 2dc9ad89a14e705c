const UNITS: readonly (readonly [Intl.RelativeTimeFormatUnit, number])[] = [
  ['year', 31_536_000],
  ['month', 2_592_000],
  ['day', 86_400],
  ['hour', 3_600],
  ['minute', 60],
];

const relative = new Intl.RelativeTimeFormat('en', { numeric: 'auto', style: 'short' });
const absolute = new Intl.DateTimeFormat('en-GB', { dateStyle: 'medium', timeStyle: 'medium' });
const minute = new Intl.DateTimeFormat('en-GB', { dateStyle: 'medium', timeStyle: 'short' });
const day = new Intl.DateTimeFormat('en-GB', { dateStyle: 'medium' });

/** How long ago, or in how long: “3 min. ago”. `soon` is said of what is less than a minute away. */
export const relativeTime = (at: Date, soon = 'just now', now = new Date()): string => {
  const seconds = (at.getTime() - now.getTime()) / 1_000;
  const [unit, size] = UNITS.find(([, length]) => Math.abs(seconds) >= length) ?? [null, 1];
  return unit === null ? soon : relative.format(Math.round(seconds / size), unit);
};

interface TimestampProps {
  /** RFC 3339. */
  readonly at: string;
  readonly as?: 'relative' | 'due' | 'absolute' | 'minute' | 'day';
}

/** A moment, short; the exact one is its title and its machine-readable value. */
export const Timestamp = ({ at, as = 'relative' }: TimestampProps) => {
  const date = new Date(at);
  const exact = absolute.format(date);
  const shown = {
    relative: () => relativeTime(date),
    due: () => relativeTime(date, 'in a moment'),
    absolute: () => exact,
    minute: () => minute.format(date),
    day: () => day.format(date),
  }[as]();
  return (
    <time dateTime={at} title={exact}>
      {shown}
    </time>
  );
};
