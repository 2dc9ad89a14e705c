import { useQuery } from '@tanstack/react-query';
import { ChartNoAxesColumn } from 'lucide-react';
import { useState } from 'react';
import { statsQuery } from '../../api/webhooks.js';
import type { Stats } from '../../api/webhooks.js';
import { Button } from '../../ui/button.js';
import { Card } from '../../ui/card.js';
import { Select } from '../../ui/field.js';
import { Columns } from '../../ui/page.js';
import { EmptyState, ErrorState, Skeleton } from '../../ui/states.js';
import { TimeChart } from '../../ui/time-chart.js';
import type { Point } from '../../ui/time-chart.js';
import { percentOf } from './health.js';
import styles from './webhooks.module.css';

const WINDOWS = [
  { value: '1', label: 'Last 24 hours' },
  { value: '7', label: 'Last 7 days' },
];

/** Success and latency of an endpoint: in figures, and by hour. */
export const StatsCard = ({ endpointId }: { readonly endpointId: string }) => {
  const [days, setDays] = useState('1');
  const { data, error, refetch } = useQuery({ ...statsQuery(endpointId, Number(days)), refetchInterval: 30_000 });
  const choice = (
    <Select label="Time" options={WINDOWS} value={days} onChange={({ target }) => setDays(target.value)} />
  );
  return (
    <Card title="Health" actions={choice}>
      {data ? (
        <Figures stats={data} />
      ) : error ? (
        <ErrorState error={error} action={<Button onClick={() => void refetch()}>Try again</Button>} />
      ) : (
        <Skeleton lines={6} label="Loading the figures" />
      )}
    </Card>
  );
};

const ms = (value: number | null): string => (value === null ? '–' : `${value} ms`);

const Figures = ({ stats }: { readonly stats: Stats }) => {
  if (stats.attempts === 0)
    return (
      <EmptyState icon={ChartNoAxesColumn} title="No attempts in this time">
        Tests are not counted. The figures come with the first event that is sent.
      </EmptyState>
    );
  const { success_rate: rate, latency_ms: latency } = stats;
  return (
    <div className={styles['stack']}>
      <dl className={styles['figures']}>
        <Figure label="Success" value={rate === null ? '–' : percentOf(rate)} />
        <Figure label="Attempts" value={new Intl.NumberFormat('en').format(stats.attempts)} />
        <Figure label="Failed" value={new Intl.NumberFormat('en').format(stats.failed)} />
        <Figure label="Latency, median" value={ms(latency.p50)} />
        <Figure label="Latency, 95 %" value={ms(latency.p95)} />
      </dl>
      <Charts stats={stats} />
      {!stats.is_complete && (
        <p className={styles['sub']}>There were more attempts than are read: these are the newest ones.</p>
      )}
    </div>
  );
};

const Figure = ({ label, value }: { readonly label: string; readonly value: string }) => (
  <div>
    <dt>{label}</dt>
    <dd>{value}</dd>
  </div>
);

const Charts = ({ stats }: { readonly stats: Stats }) => {
  const { succeeded, failed, latency_ms: latency } = stats;
  return (
    <Columns>
      <TimeChart
        title="Attempts by hour"
        summary={`${succeeded} attempts succeeded and ${failed} failed in this time.`}
        isStacked
        series={[
          { key: 'succeeded', label: 'Succeeded', color: 'var(--chart-1)' },
          { key: 'failed', label: 'Failed', color: 'var(--chart-4)' },
        ]}
        points={hourly(stats, (hour) => ({ succeeded: hour?.succeeded ?? 0, failed: hour?.failed ?? 0 }))}
      />
      <TimeChart
        title="Latency by hour"
        summary={`Half of the answers began within ${ms(latency.p50)}, 95 % within ${ms(latency.p95)}.`}
        series={[
          { key: 'p50', label: 'Median', color: 'var(--chart-1)' },
          { key: 'p95', label: '95 %', color: 'var(--chart-2)' },
          { key: 'p99', label: '99 %', color: 'var(--chart-3)' },
        ]}
        format={(value) => `${Math.round(value)} ms`}
        points={hourly(stats, (hour) => ({
          p50: hour?.latency_ms.p50 ?? 0,
          p95: hour?.latency_ms.p95 ?? 0,
          p99: hour?.latency_ms.p99 ?? 0,
        }))}
      />
    </Columns>
  );
};

const HOUR_MS = 3_600_000;

/** A point for every hour of the window: those without attempts are not in the answer. */
const hourly = (
  { since, until, hours }: Stats,
  valuesOf: (hour: Stats['hours'][number] | undefined) => Point['values'],
): Point[] => {
  const known = new Map(hours.map((hour) => [Date.parse(hour.starts_at), hour]));
  const first = Math.floor(Date.parse(since) / HOUR_MS) * HOUR_MS;
  const count = Math.floor((Date.parse(until) - first) / HOUR_MS) + 1;
  return Array.from({ length: count }, (_, step) => {
    const at = first + step * HOUR_MS;
    return { at: new Date(at), values: valuesOf(known.get(at)) };
  });
};
