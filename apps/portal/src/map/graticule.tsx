import styles from './catch-map.module.css';
import type { Plane, View } from './plane.js';

const STEPS = [0.05, 0.1, 0.25, 0.5, 1, 2, 5, 10];
/** Lines stand no closer. */
const MIN_PIXELS = 90;

interface GraticuleProps {
  readonly view: View;
  readonly plane: Plane;
}

/** Meridians and parallels at round degrees, each with its name at the edge. */
export const Graticule = ({ view, plane }: GraticuleProps) => {
  const { centre, width, height } = view;
  const [reachX, reachY] = plane.reach;
  const meridians = linesBetween(centre[0] - reachX, centre[0] + reachX, width);
  const parallels = linesBetween(centre[1] - reachY, centre[1] + reachY, height).filter((at) => Math.abs(at) <= 90);
  return (
    <g aria-hidden>
      {meridians.map((longitude) => {
        const [x] = plane.pixel([longitude, centre[1]]);
        return (
          <g key={longitude}>
            <line x1={x} x2={x} y1={0} y2={height} className={styles['line']} />
            <text x={x + 4} y={12} className={styles['degrees']}>
              {named(wrapped(longitude), 'E', 'W')}
            </text>
          </g>
        );
      })}
      {parallels.map((latitude) => {
        const [, y] = plane.pixel([centre[0], latitude]);
        return (
          <g key={latitude}>
            <line x1={0} x2={width} y1={y} y2={y} className={styles['line']} />
            <text x={4} y={y - 4} className={styles['degrees']}>
              {named(latitude, 'N', 'S')}
            </text>
          </g>
        );
      })}
    </g>
  );
};

const linesBetween = (from: number, to: number, pixels: number): number[] => {
  const step = STEPS.find((one) => (one / (to - from)) * pixels >= MIN_PIXELS) ?? 30;
  const lines: number[] = [];
  for (let line = Math.ceil(from / step); line * step <= to; line++) lines.push(Number((line * step).toFixed(2)));
  return lines;
};

const wrapped = (longitude: number): number => ((((longitude + 180) % 360) + 360) % 360) - 180;

const named = (degrees: number, positive: string, negative: string): string =>
  `${Number(Math.abs(degrees).toFixed(2))}°${degrees === 0 ? '' : degrees > 0 ? positive : negative}`;
