import { scaleLinear, scaleUtc } from '@visx/scale';
import type { ReactNode } from 'react';
import type { Stats } from '../../api/webhooks.js';
import { Axes, MARGIN } from '../../ui/axes.js';
import { ChartFrame } from '../../ui/chart.js';
import { Legend } from '../../ui/legend.js';

const HOUR_MS = 3_600_000;
const HEIGHT = 220;

const [GOOD, BAD] = ['var(--chart-1)', 'var(--chart-4)'];
const OUTCOMES = [
  { label: 'Succeeded', color: GOOD },
  { label: 'Failed', color: BAD },
];
const PERCENTILES = [
  { key: 'p50', label: 'Median', color: 'var(--chart-1)' },
  { key: 'p95', label: '95 %', color: 'var(--chart-2)' },
  { key: 'p99', label: '99 %', color: 'var(--chart-3)' },
] as const;

const count = new Intl.NumberFormat('en', { notation: 'compact' });
const time = new Intl.DateTimeFormat('en-GB', { dateStyle: 'short', timeStyle: 'short' });
type Hour = Stats['hours'][number];
const nameOf = ({ starts_at: at }: Hour): string => time.format(new Date(at));

/** How many attempts of each hour succeeded and failed. */
export const AttemptsChart = ({ stats }: { readonly stats: Stats }) => (
  <ChartFrame
    title="Attempts by hour"
    legend={<Legend entries={OUTCOMES} />}
    summary={`${stats.succeeded} attempts succeeded and ${stats.failed} failed in this time.`}
    height={HEIGHT}
    columns={['Hour', 'Succeeded', 'Failed']}
    rows={stats.hours.map((hour) => [nameOf(hour), hour.succeeded, hour.failed])}
  >
    {({ width }) => (
      <Plot stats={stats} width={width} most={Math.max(...stats.hours.map(({ attempts }) => attempts))}>
        {({ x, y, step }) =>
          stats.hours.map((hour) => {
            const [left, base] = [x(hour), y(0)];
            const top = y(hour.succeeded);
            const bar = { x: left + step * 0.1, width: Math.max(1, step * 0.8) };
            return (
              <g key={hour.starts_at}>
                <title>{`${nameOf(hour)}: ${hour.succeeded} succeeded, ${hour.failed} failed`}</title>
                <rect {...bar} y={top} height={base - top} fill={GOOD} />
                <rect {...bar} y={y(hour.attempts)} height={top - y(hour.attempts)} fill={BAD} />
              </g>
            );
          })
        }
      </Plot>
    )}
  </ChartFrame>
);

/** How long answers took in each hour that had some. */
export const LatencyChart = ({ stats }: { readonly stats: Stats }) => {
  const { p50, p95, p99 } = stats.latency_ms;
  const hours = stats.hours.filter(({ latency_ms: latency }) => latency.p50 !== null);
  return (
    <ChartFrame
      title="Latency by hour, in milliseconds"
      legend={<Legend entries={PERCENTILES} />}
      summary={`Half of the answers began within ${p50 ?? 0} ms, 95 % within ${p95 ?? 0} ms, 99 % within ${p99 ?? 0} ms.`}
      height={HEIGHT}
      columns={['Hour', ...PERCENTILES.map(({ label }) => label)]}
      rows={hours.map((hour) => [nameOf(hour), ...PERCENTILES.map(({ key }) => hour.latency_ms[key] ?? '–')])}
    >
      {({ width }) => (
        <Plot stats={stats} width={width} most={Math.max(...hours.map((hour) => hour.latency_ms.p99 ?? 0), 1)}>
          {({ x, y, step }) =>
            PERCENTILES.map(({ key, color }) => {
              const points = hours.map((hour) => [x(hour) + step / 2, y(hour.latency_ms[key] ?? 0)] as const);
              return (
                <g key={key}>
                  <polyline points={points.map((point) => point.join()).join(' ')} fill="none" stroke={color} />
                  {points.map(([cx, cy]) => (
                    <circle key={cx} cx={cx} cy={cy} r={3} fill={color} />
                  ))}
                </g>
              );
            })
          }
        </Plot>
      )}
    </ChartFrame>
  );
};

interface Scales {
  readonly x: (hour: Hour) => number;
  readonly y: (value: number) => number;
  /** The width of an hour. */
  readonly step: number;
}

interface PlotProps {
  readonly stats: Stats;
  readonly width: number;
  readonly most: number;
  readonly children: (scales: Scales) => ReactNode;
}

/** Axes around the hours of a window. */
const Plot = ({ stats: { since, until }, width, most, children }: PlotProps) => {
  const first = Math.floor(Date.parse(since) / HOUR_MS) * HOUR_MS;
  const last = Math.ceil(Date.parse(until) / HOUR_MS) * HOUR_MS;
  const across = scaleUtc({ domain: [new Date(first), new Date(last)], range: [MARGIN.left, width - MARGIN.right] });
  const up = scaleLinear({ domain: [0, Math.max(most, 1)], range: [HEIGHT - MARGIN.bottom, MARGIN.top], nice: true });
  const step = (width - MARGIN.left - MARGIN.right) / ((last - first) / HOUR_MS);
  return (
    <>
      <Axes
        x={across}
        y={up}
        width={width}
        height={HEIGHT}
        // Attempts and milliseconds are whole.
        ticks={up.ticks(4).filter(Number.isInteger)}
        format={count.format}
      />
      {children({ x: (hour) => across(new Date(hour.starts_at)), y: (value) => up(value), step })}
    </>
  );
};
