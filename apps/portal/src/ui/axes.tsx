import { AxisBottom, AxisLeft } from '@visx/axis';
import { GridRows } from '@visx/grid';
import type { scaleLinear, scaleUtc } from '@visx/scale';
import styles from './chart.module.css';
import { timeTicks } from './time-ticks.js';

/** The room around a drawing, for its numbers. */
export const MARGIN = { top: 12, right: 12, bottom: 28, left: 46 };
const TICK_PX = 110;

interface AxesProps {
  readonly x: ReturnType<typeof scaleUtc<number>>;
  readonly y: ReturnType<typeof scaleLinear<number>>;
  readonly width: number;
  readonly height: number;
  /** Which numbers are named; some round ones by default. */
  readonly ticks?: number[];
  readonly format: (value: number) => string;
}

/** Time across and numbers up, with a line at each number. */
export const Axes = ({ x, y, width, height, ticks = y.ticks(4), format }: AxesProps) => {
  const timeOf = timeTicks(x.domain());
  return (
    <>
      <GridRows
        scale={y}
        left={MARGIN.left}
        width={width - MARGIN.left - MARGIN.right}
        tickValues={ticks}
        className={styles['grid']}
      />
      <AxisLeft
        scale={y}
        left={MARGIN.left}
        tickValues={ticks}
        tickFormat={(value) => format(Number(value))}
        hideAxisLine
        hideTicks
        tickClassName={styles['tick']}
      />
      <AxisBottom
        scale={x}
        top={height - MARGIN.bottom}
        numTicks={Math.max(2, Math.floor(width / TICK_PX))}
        tickFormat={(at) => timeOf(new Date(Number(at)))}
        hideTicks
        axisLineClassName={styles['axis']}
        tickClassName={styles['tick']}
      />
    </>
  );
};
