import styles from './catch-map.module.css';

const LENGTHS_KM = [1, 2, 5, 10, 20, 50, 100, 200, 500];
const MAX_PIXELS = 120;
const KM_PER_MILE = 1.609344;

interface ScaleBarProps {
  readonly pixelsPerKm: number;
  readonly top: number;
}

/** How long a round number of kilometres is on the map. */
export const ScaleBar = ({ pixelsPerKm, top }: ScaleBarProps) => {
  const km = LENGTHS_KM.findLast((length) => length * pixelsPerKm <= MAX_PIXELS) ?? 1;
  const length = km * pixelsPerKm;
  return (
    <g className={styles['scale']}>
      <path d={`M10 ${top - 5}v5h${length.toFixed(1)}v-5`} />
      <text x={10} y={top - 9}>
        {km} km · {Math.round((km / KM_PER_MILE) * 10) / 10} mi
      </text>
    </g>
  );
};
