import { useQuery } from '@tanstack/react-query';
import { usageQuery } from '../../api/usage.js';
import { Button } from '../../ui/button.js';
import { Card } from '../../ui/card.js';
import { ErrorState, Skeleton } from '../../ui/states.js';
import { TimeChart } from '../../ui/time-chart.js';

const SERIES = [
  { key: 'good', label: 'Answered', color: 'var(--chart-1)' },
  { key: 'errors', label: 'Errors', color: 'var(--chart-4)' },
  { key: 'refused', label: 'Over a limit', color: 'var(--chart-2)' },
] as const;

/** The last hour minute by minute, under the limit of the account where that is near. */
export const UsageCard = () => {
  const { data, error, refetch } = useQuery(usageQuery);
  return (
    <Card title="Usage" description="Calls in each minute of the last hour.">
      {error && !data && (
        <ErrorState error={error} action={<Button onClick={() => void refetch()}>Try again</Button>} />
      )}
      {!error && !data && <Skeleton lines={5} label="Loading use" />}
      {data && (
        <TimeChart
          title={`${data.calls.toLocaleString('en')} calls, ${data.errors.toLocaleString('en')} errors`}
          summary={`Calls in the last hour: ${data.calls}, of which ${data.errors} ended in an error and ${data.refused} were over a limit. The account may make ${data.limit.limit} in ${data.limit.window_seconds} seconds.`}
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
