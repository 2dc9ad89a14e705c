import type { Usage } from '@catch-data/sdk';
import { useQuery } from '@tanstack/react-query';
import { usageQuery } from '../../api/usage.js';
import { Card } from '../../ui/card.js';
import { LoadError } from '../../ui/load-error.js';
import { Skeleton } from '../../ui/states.js';
import { TimeChart } from '../../ui/time-chart.js';
import { counted } from '../../ui/words.js';

const SERIES = [
  { key: 'good', label: 'Answered', color: 'var(--chart-1)' },
  { key: 'errors', label: 'Errors', color: 'var(--chart-4)' },
  { key: 'refused', label: 'Over a limit', color: 'var(--chart-2)' },
] as const;

/** The last hour minute by minute, under the limit of the account where that is near. */
export const UsageCard = () => {
  const { data, error, refetch } = useQuery(usageQuery);
  return (
    <Card title="Usage" description="Calls in each minute of the last hour, also those that this portal makes for you.">
      {error && !data && <LoadError error={error} retry={refetch} />}
      {!error && !data && <Skeleton lines={5} label="Loading usage" />}
      {data && (
        <TimeChart
          title={`${counted(data.calls, 'calls')}, ${counted(data.errors, 'errors')}`}
          summary={inWords(data)}
          series={SERIES}
          isStacked
          points={data.data.map(({ at, calls, errors, refused }) => ({
            at: new Date(at),
            values: { good: calls - errors - refused, errors, refused },
          }))}
          limit={limitIfNear(data.limit, data.data)}
        />
      )}
    </Card>
  );
};

const inWords = ({ calls, errors, refused, limit }: Pick<Usage, 'calls' | 'errors' | 'refused' | 'limit'>): string =>
  `In the last hour: ${counted(calls, 'calls')}, ${counted(errors, 'errors')}, ${counted(refused, 'calls')} over a ` +
  `limit. The account can make ${counted(limit.limit, 'calls')} in ${counted(limit.window_seconds, 'seconds')}.`;

/** Far above the calls the line would make them flat. */
const NEAR = 0.2;

const limitIfNear = (
  { limit, window_seconds: seconds }: { readonly limit: number; readonly window_seconds: number },
  buckets: readonly { readonly calls: number }[],
): { value: number; label: string } | undefined => {
  const perMinute = (limit * 60) / seconds;
  const most = Math.max(0, ...buckets.map(({ calls }) => calls));
  return most >= perMinute * NEAR ? { value: perMinute, label: 'The limit of the account' } : undefined;
};
