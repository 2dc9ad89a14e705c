import type { Leaderboard, LeaderboardEntry } from '@catch-data/sdk';
import { useQueries } from '@tanstack/react-query';
import { scaleLinear, scaleUtc } from '@visx/scale';
import { LinePath } from '@visx/shape';
import { useState } from 'react';
import { entriesQuery } from '../../api/leaderboards.js';
import { Axes, MARGIN } from '../../ui/axes.js';
import { ChartFrame } from '../../ui/chart.js';
import { ErrorState, Skeleton } from '../../ui/states.js';
import { historyTimes } from './history-times.js';
import styles from './leaderboards.module.css';

/** How many anglers are followed. */
const FOLLOWED = 6;
const DASHES = ['', '6 3', '2 3'];
const COLORS = ['var(--chart-1)', 'var(--chart-2)', 'var(--chart-3)', 'var(--chart-4)'];
const time = new Intl.DateTimeFormat('en-GB', { dateStyle: 'medium', timeStyle: 'short' });

interface RankHistoryProps {
  readonly board: Leaderboard;
  readonly period: string | undefined;
  /** The angler who is followed; the leaders where nobody is named. */
  readonly around: string | undefined;
}

interface Line {
  readonly name: string;
  readonly color: string;
  readonly dash: string;
  readonly points: readonly { readonly at: Date; readonly rank: number }[];
}

/** The same page of the board at several times: a bounded number of reads, whatever the board is like (ADR 97). */
export const RankHistory = ({ board, period, around }: RankHistoryProps) => {
  const [now] = useState(() => Date.now());
  const past = historyTimes(board, period, now);
  const page = { period, around, per_page: around === undefined ? '50' : '1', total: 'false', fields: 'rank,angler' };
  const pages = useQueries({
    queries: [
      // What was known then does not change, but for the names of anglers.
      ...past.map((at) => ({ ...entriesQuery(board.id, { ...page, as_of: at.toISOString() }), staleTime: Infinity })),
      entriesQuery(board.id, page),
    ],
  });
  const failed = pages.find(({ error }) => error);
  if (failed) return <ErrorState error={failed.error} />;
  const loaded = pages.map(({ data }) => data?.data);
  if (loaded.includes(undefined)) return <Skeleton lines={5} label="Loading the history of the board" />;
  const times = [...past, new Date(now)];
  const lines = linesOf(times, loaded as (readonly LeaderboardEntry[])[]);
  return lines.length === 0 ? <p>Nobody has been on the board yet.</p> : <Chart times={times} lines={lines} />;
};

/** The anglers who lead now, and their ranks at each time when they were among those that were read. */
const linesOf = (times: readonly Date[], pages: readonly (readonly LeaderboardEntry[])[]): Line[] =>
  (pages.at(-1) ?? []).slice(0, FOLLOWED).map(({ angler }, at) => ({
    name: angler.name,
    color: COLORS[at % COLORS.length] ?? 'currentColor',
    dash: DASHES[Math.floor(at / COLORS.length)] ?? '',
    points: times.flatMap((time, index) => {
      const rank = pages[index]?.find((entry) => entry.angler.id === angler.id)?.rank;
      return rank === undefined ? [] : [{ at: time, rank }];
    }),
  }));

interface ChartProps {
  readonly times: readonly Date[];
  readonly lines: readonly Line[];
}

const Chart = ({ times, lines }: ChartProps) => (
  <>
    <ChartFrame
      title="Ranks"
      summary={`Ranks of ${lines.map(({ name }) => name).join(', ')} at ${times.length} times. Rank 1 is at the top.`}
      height={240}
      columns={['Time', ...lines.map(({ name }) => name)]}
      rows={times.map((at) => [
        time.format(at),
        ...lines.map(({ points }) => points.find((point) => point.at === at)?.rank ?? '–'),
      ])}
    >
      {(size) => <Drawing {...size} times={times} lines={lines} />}
    </ChartFrame>
    <ul role="list" className={styles['legend']}>
      {lines.map(({ name, color, dash }) => (
        <li key={name + color + dash}>
          <span className={styles['swatch']} style={{ borderColor: color, borderStyle: dash ? 'dashed' : 'solid' }} />
          {name}
        </li>
      ))}
    </ul>
  </>
);

const Drawing = ({ times, lines, width, height }: ChartProps & { readonly width: number; readonly height: number }) => {
  const [first = new Date(0), last = new Date(1)] = [times[0], times.at(-1)];
  const x = scaleUtc({ domain: [first, last], range: [MARGIN.left, width - MARGIN.right] });
  const lowest = Math.max(2, ...lines.flatMap(({ points }) => points.map(({ rank }) => rank)));
  const y = scaleLinear({ domain: [1, lowest], range: [MARGIN.top, height - MARGIN.bottom] });
  return (
    <>
      <Axes x={x} y={y} width={width} height={height} ticks={y.ticks(6).filter(Number.isInteger)} format={String} />
      {lines.map(({ name, color, dash, points }) => (
        <g key={name + color + dash}>
          <LinePath
            data={[...points]}
            x={({ at }) => x(at)}
            y={({ rank }) => y(rank)}
            stroke={color}
            strokeWidth={2}
            strokeDasharray={dash}
          />
          {points.map(({ at, rank }) => (
            <circle key={at.getTime()} cx={x(at)} cy={y(rank)} r={3} fill={color} />
          ))}
        </g>
      ))}
    </>
  );
};
