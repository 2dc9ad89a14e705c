import { useQuery } from '@tanstack/react-query';
import type { Stats } from '../../api/webhooks.js';
import { statsQuery } from '../../api/webhooks.js';
import { Timestamp } from '../../ui/timestamp.js';
import styles from './health.module.css';

const HOUR_MS = 3_600_000;
const HOURS = 24;
const DAYS = 7;

const percent = new Intl.NumberFormat('en', { style: 'percent', maximumFractionDigits: 1 });

/** A rate in per cent, which says 100 only of all. */
export const percentOf = (rate: number): string => percent.format(rate < 1 ? Math.min(rate, 0.999) : 1);

interface Figures {
  readonly attempts: number;
  readonly succeeded: number;
  readonly failed: number;
}

/** Each of the last 24 hours, also those without attempts, oldest first. */
export const lastHours = (stats: Stats, now = Date.now()): (Figures & { readonly at: Date })[] => {
  const known = new Map(stats.hours.map((hour) => [Date.parse(hour.starts_at), hour]));
  const last = Math.floor(now / HOUR_MS) * HOUR_MS;
  return Array.from({ length: HOURS }, (_, step) => {
    const at = last - (HOURS - 1 - step) * HOUR_MS;
    const { attempts = 0, succeeded = 0, failed = 0 } = known.get(at) ?? {};
    return { at: new Date(at), attempts, succeeded, failed };
  });
};

/** How an endpoint does, at a glance: a bar for each hour of a day, and the rate in figures. */
export const Health = ({ endpointId }: { readonly endpointId: string }) => {
  const { data, error } = useQuery(statsQuery(endpointId, DAYS));
  if (error) return <span className={styles['none']}>Not known right now</span>;
  if (!data) return <span className={styles['none']}>…</span>;
  const hours = lastHours(data);
  const [attempts, succeeded] = [sum(hours, 'attempts'), sum(hours, 'succeeded')];
  if (attempts === 0) return <span className={styles['none']}>Nothing sent today</span>;
  return (
    <span className={styles['health']}>
      <Bars hours={hours} />
      <span>{percentOf(succeeded / attempts)}</span>
    </span>
  );
};

/** The hour of the last attempt that failed, in a week. */
export const LastFailure = ({ endpointId }: { readonly endpointId: string }) => {
  const { data } = useQuery(statsQuery(endpointId, DAYS));
  const hour = data?.hours.findLast(({ failed }) => failed > 0);
  if (!data) return <span className={styles['none']}>…</span>;
  if (!hour) return <span className={styles['none']}>None in {DAYS} days</span>;
  return (
    <span>
      In the hour from <Timestamp at={hour.starts_at} as="minute" />
    </span>
  );
};

const WIDTH = 4;
const GAP = 2;
const HEIGHT = 22;

const Bars = ({ hours }: { readonly hours: ReturnType<typeof lastHours> }) => (
  <svg
    width={HOURS * (WIDTH + GAP)}
    height={HEIGHT}
    role="img"
    aria-label={`${sum(hours, 'succeeded')} of ${sum(hours, 'attempts')} attempts succeeded in the last 24 hours`}
  >
    {hours.map(({ at, attempts, failed }, place) => {
      const bad = attempts === 0 ? 0 : Math.max(failed > 0 ? 3 : 0, (failed / attempts) * HEIGHT);
      const x = place * (WIDTH + GAP);
      return (
        <g key={at.getTime()}>
          <rect
            x={x}
            y={attempts === 0 ? HEIGHT - 2 : 0}
            width={WIDTH}
            height={attempts === 0 ? 2 : HEIGHT - bad}
            rx={1}
            className={attempts === 0 ? styles['empty'] : styles['good']}
          />
          {bad > 0 && <rect x={x} y={HEIGHT - bad} width={WIDTH} height={bad} rx={1} className={styles['bad']} />}
        </g>
      );
    })}
  </svg>
);

const sum = (hours: readonly Figures[], key: keyof Figures): number =>
  hours.reduce((total, hour) => total + hour[key], 0);
