import type { MultiPolygon, Position as GeoPosition } from 'geojson';
import type { Position } from './tiles.js';

/** As the build writes them: see `build/land-tiles.ts`. */
const TILE_STEPS = 1_000;
const WORLD_STEPS = 100;

/** The rings of a tile in steps from its corner. */
export interface Outline {
  readonly corner: Position;
  readonly rings: readonly (readonly Position[])[];
}

/** Where the edges of a tile are, in steps. */
const EDGES: ReadonlySet<number> = new Set([0, 10 * TILE_STEPS]);

export const outlineOf = (rings: readonly number[][], corner: Position): Outline => ({
  corner,
  rings: rings.map((ring) => absolute(ring)),
});

export const worldOf = (polygons: readonly number[][][]): MultiPolygon => ({
  type: 'MultiPolygon',
  coordinates: polygons.map((rings) =>
    rings.map((ring) => absolute(ring).map(([x, y]): GeoPosition => [x / WORLD_STEPS, y / WORLD_STEPS])),
  ),
});

/** The place of a step of a tile. */
export const placeOfStep = ({ corner }: Outline, [x, y]: Position): Position => [
  corner[0] + x / TILE_STEPS,
  corner[1] + y / TILE_STEPS,
];

/** Whether a line between two steps is where the tile was cut, and no coast. */
export const isCut = ([x1, y1]: Position, [x2, y2]: Position): boolean =>
  (x1 === x2 && EDGES.has(x1)) || (y1 === y2 && EDGES.has(y1));

const absolute = (steps: readonly number[]): Position[] => {
  const points: Position[] = [];
  let [x, y] = [0, 0];
  for (let index = 0; index + 1 < steps.length; index += 2) {
    x += steps[index] ?? 0;
    y += steps[index + 1] ?? 0;
    points.push([x, y]);
  }
  return points;
};
