import { useQuery } from '@tanstack/react-query';
import { geoGraticule10, geoOrthographic, geoPath } from 'd3-geo';
import styles from './catch-map.module.css';
import { worldQuery } from './land.query.js';
import type { Position } from './tiles.js';

const SIZE = 84;

/** The side of the earth that a place is on. */
export const Globe = ({ position: [longitude, latitude] }: { readonly position: Position }) => {
  const { data: world } = useQuery(worldQuery);
  const projection = geoOrthographic()
    .rotate([-longitude, -latitude])
    .fitExtent(
      [
        [2, 2],
        [SIZE - 2, SIZE - 2],
      ],
      { type: 'Sphere' },
    )
    .precision(1);
  const path = geoPath(projection);
  return (
    <svg width={SIZE} height={SIZE} aria-hidden className={styles['globe']}>
      <path d={path({ type: 'Sphere' }) ?? ''} className={styles['sea']} />
      {world && <path d={path(world) ?? ''} className={styles['land']} />}
      <path d={path(geoGraticule10()) ?? ''} className={styles['line']} />
      <path d={path({ type: 'Sphere' }) ?? ''} className={styles['rim']} />
      <circle cx={SIZE / 2} cy={SIZE / 2} r={3.5} className={styles['dot']} />
    </svg>
  );
};
