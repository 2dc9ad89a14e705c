import { scaleLinear, scaleUtc } from '@visx/scale';
import { AreaStack, LinePath } from '@visx/shape';
import { Axes, MARGIN } from './axes.js';
import { ChartFrame } from './chart.js';
import styles from './chart.module.css';

export interface Series {
  /** Its key in each point. */
  readonly key: string;
  readonly label: string;
  /** A colour of the theme: `var(--chart-1)`. */
  readonly color: string;
}

export interface Point {
  readonly at: Date;
  readonly values: Readonly<Record<string, number>>;
}

interface TimeChartProps {
  readonly title: string;
  readonly summary: string;
  readonly series: readonly Series[];
  readonly points: readonly Point[];
  /** Series stand upon each other: parts of one whole. */
  readonly isStacked?: boolean;
  /** A line across, such as a limit. */
  readonly limit?: { readonly value: number; readonly label: string };
  readonly format?: (value: number) => string;
  readonly height?: number;
}

const plain = new Intl.NumberFormat('en', { notation: 'compact' });
const time = new Intl.DateTimeFormat('en-GB', { dateStyle: 'short', timeStyle: 'short' });

/** Whole numbers over time, as lines or as a stack of areas. */
export const TimeChart = ({ format = (value) => plain.format(value), ...props }: TimeChartProps) => (
  <ChartFrame
    title={props.title}
    summary={props.summary}
    height={props.height ?? 220}
    columns={['Time', ...props.series.map(({ label }) => label)]}
    rows={props.points.map(({ at, values }) => [
      time.format(at),
      ...props.series.map(({ key }) => format(values[key] ?? 0)),
    ])}
  >
    {(size) => <Drawing {...props} {...size} format={format} />}
  </ChartFrame>
);

type DrawingProps = TimeChartProps & {
  readonly width: number;
  readonly height: number;
  format: (value: number) => string;
};

const Drawing = ({ series, points, isStacked, limit, width, height, format }: DrawingProps) => {
  const keys = series.map(({ key }) => key);
  const [first, last] = [points[0]?.at ?? new Date(0), points.at(-1)?.at ?? new Date(1)];
  const x = scaleUtc({ domain: [first, last], range: [MARGIN.left, width - MARGIN.right] });
  const most = Math.max(limit?.value ?? 0, ...points.map(({ values }) => highest(values, keys, isStacked)), 1);
  const y = scaleLinear({ domain: [0, most], range: [height - MARGIN.bottom, MARGIN.top], nice: true });
  const color = (key: string): string => series.find((one) => one.key === key)?.color ?? 'currentColor';
  return (
    <>
      <Axes x={x} y={y} width={width} height={height} ticks={y.ticks(4).filter(Number.isInteger)} format={format} />
      {isStacked ? (
        <AreaStack
          data={[...points]}
          keys={keys}
          value={({ values }, key) => values[key] ?? 0}
          x={({ data }) => x(data.at)}
          y0={([from]) => y(from)}
          y1={([, to]) => y(to)}
          color={color}
        />
      ) : (
        keys.map((key) => (
          <LinePath
            key={key}
            data={[...points]}
            x={({ at }) => x(at)}
            y={({ values }) => y(values[key] ?? 0)}
            stroke={color(key)}
            strokeWidth={2}
          />
        ))
      )}
      {limit && (
        <line
          x1={MARGIN.left}
          x2={width - MARGIN.right}
          y1={y(limit.value)}
          y2={y(limit.value)}
          className={styles['limit']}
        >
          <title>{limit.label}</title>
        </line>
      )}
    </>
  );
};

const highest = (values: Point['values'], keys: readonly string[], isStacked = false): number => {
  const numbers = keys.map((key) => values[key] ?? 0);
  return isStacked ? numbers.reduce((sum, value) => sum + value, 0) : Math.max(0, ...numbers);
};
