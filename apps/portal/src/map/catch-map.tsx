import { useQuery } from '@tanstack/react-query';
import { Minus, Plus } from 'lucide-react';
import { useLayoutEffect, useRef, useState } from 'react';
import { IconButton } from '../ui/button.js';
import styles from './catch-map.module.css';
import { Globe } from './globe.js';
import { Graticule } from './graticule.js';
import type { Outline } from './land-steps.js';
import { landQuery } from './land.query.js';
import { Plane } from './plane.js';
import { ScaleBar } from './scale-bar.js';
import { type Position, tilesAround } from './tiles.js';

/** From the left edge of the map to the right. */
const KM_ACROSS = [30, 75, 200, 500, 1_200];
const FIRST = 3;
const HEIGHT = 300;
/** Coordinates of others are rounded to this many degrees. */
const OBSCURED_DEGREES = 0.1;

interface CatchMapProps {
  readonly position: Position;
  readonly isObscured: boolean;
  /** The position in words. */
  readonly label: string;
}

/** Where a catch was, on a drawn coastline, with a globe that shows where in the world that is. */
export const CatchMap = ({ position, isObscured, label }: CatchMapProps) => {
  const [zoom, setZoom] = useState(FIRST);
  const [box, width] = useWidth();
  return (
    <figure className={styles['map']}>
      <div ref={box} className={styles['frame']}>
        {width > 0 && <Drawing {...{ position, isObscured, label, width }} kmAcross={KM_ACROSS[zoom] ?? 500} />}
        <div className={styles['zoom']}>
          <IconButton
            label="Zoom in"
            icon={Plus}
            variant="secondary"
            size="s"
            disabled={zoom === 0}
            onClick={() => setZoom(zoom - 1)}
          />
          <IconButton
            label="Zoom out"
            icon={Minus}
            variant="secondary"
            size="s"
            disabled={zoom === KM_ACROSS.length - 1}
            onClick={() => setZoom(zoom + 1)}
          />
        </div>
        <Globe position={position} />
      </div>
      <figcaption className={styles['caption']}>
        {label}
        {isObscured && ', rounded to a tenth of a degree: the exact place is its owner’s to see'}. The coastline is
        Natural Earth’s. Lakes and rivers are not drawn, so a catch in fresh water stands on land.
      </figcaption>
    </figure>
  );
};

const useWidth = () => {
  const box = useRef<HTMLDivElement>(null);
  const [width, setWidth] = useState(0);
  useLayoutEffect(() => {
    if (!box.current) return undefined;
    const observer = new ResizeObserver(([entry]) => setWidth(Math.floor(entry?.contentRect.width ?? 0)));
    observer.observe(box.current);
    return () => observer.disconnect();
  }, []);
  return [box, width] as const;
};

interface DrawingProps extends CatchMapProps {
  readonly width: number;
  readonly kmAcross: number;
}

const Drawing = ({ position, isObscured, label, width, kmAcross }: DrawingProps) => {
  const view = { centre: position, width, height: HEIGHT, kmAcross };
  const plane = new Plane(view);
  const { data: land, error } = useQuery(landQuery(tilesAround(position, plane.reach)));
  return (
    <svg width={width} height={HEIGHT} role="img" aria-label={`Map around ${label}`} className={styles['drawing']}>
      <rect width={width} height={HEIGHT} className={styles['sea']} />
      {land?.map((outline) => (
        <Land key={outline.corner.join()} outline={outline} plane={plane} />
      ))}
      <Graticule view={view} plane={plane} />
      {isObscured ? <ObscuredPlace plane={plane} position={position} /> : <Pin at={plane.pixel(position)} />}
      <ScaleBar pixelsPerKm={plane.pixelsPerKm} top={HEIGHT - 14} />
      {error && (
        <text x={width / 2} y={24} className={styles['error']}>
          The coastline could not be loaded.
        </text>
      )}
    </svg>
  );
};

const Land = ({ outline, plane }: { readonly outline: Outline; readonly plane: Plane }) => {
  const { area, coast } = plane.paths(outline);
  return (
    <>
      <path d={area} fillRule="evenodd" className={styles['land']} />
      <path d={coast} className={styles['coast']} />
    </>
  );
};

const Pin = ({ at: [x, y] }: { readonly at: Position }) => (
  <g className={styles['pin']}>
    <circle cx={x} cy={y} r={11} className={styles['halo']} />
    <circle cx={x} cy={y} r={5} />
  </g>
);

/** All places that rounding makes one. */
const ObscuredPlace = ({ plane, position }: { readonly plane: Plane; readonly position: Position }) => {
  const [longitude, latitude] = position;
  const half = OBSCURED_DEGREES / 2;
  const [left, top] = plane.pixel([longitude - half, latitude + half]);
  const [right, bottom] = plane.pixel([longitude + half, latitude - half]);
  const [width, height] = [Math.max(12, right - left), Math.max(12, bottom - top)];
  return (
    <rect
      x={(left + right - width) / 2}
      y={(top + bottom - height) / 2}
      width={width}
      height={height}
      rx={3}
      className={styles['obscured']}
    />
  );
};
