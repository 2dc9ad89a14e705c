import { useQuery } from '@tanstack/react-query';
import { ChartNoAxesColumn } from 'lucide-react';
import { useState } from 'react';
import { statsQuery } from '../../api/webhooks.js';
import type { Stats } from '../../api/webhooks.js';
import { Card } from '../../ui/card.js';
import { Select } from '../../ui/field.js';
import { LoadError } from '../../ui/load-error.js';
import { Columns } from '../../ui/page.js';
import { EmptyState, Skeleton } from '../../ui/states.js';
import { percentOf } from './health.js';
import { AttemptsChart, LatencyChart } from './hour-charts.js';
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
        <LoadError error={error} retry={refetch} />
      ) : (
        <Skeleton lines={6} label="Loading the figures" />
      )}
    </Card>
  );
};

const count = new Intl.NumberFormat('en');

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
        <Figure label="Attempts" value={count.format(stats.attempts)} />
        <Figure label="Failed" value={count.format(stats.failed)} />
        <Figure label="Latency, median" value={ms(latency.p50)} />
        <Figure label="Latency, 95 %" value={ms(latency.p95)} />
      </dl>
      <Columns>
        <AttemptsChart stats={stats} />
        <LatencyChart stats={stats} />
      </Columns>
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
