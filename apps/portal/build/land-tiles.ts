/** Longitude and latitude. */
export type Point = readonly [number, number];
export type Ring = readonly Point[];
/** An outline, then its holes. */
export type Polygon = readonly Ring[];

/** The south-west corner of a tile, in tiles from the date line and the south pole. */
export interface Tile {
  readonly column: number;
  readonly row: number;
}

export const TILE_DEGREES = 10;
const COLUMNS = 360 / TILE_DEGREES;
const ROWS = 180 / TILE_DEGREES;
export const TILE_COUNT = COLUMNS * ROWS;

/** Steps of a degree that tiles, and the whole world, are drawn in. */
const TILE_STEPS = 1_000;
const WORLD_STEPS = 100;

export const tileIndex = ({ column, row }: Tile): number => row * COLUMNS + column;

/**
 * The rings of each tile that has land, as steps from its corner and from point to point. Outlines and holes stand side
 * by side: filled by the even-odd rule they are land.
 */
export const cutIntoTiles = (polygons: readonly Polygon[]): Map<Tile, number[][]> => {
  const tiles = new Map<Tile, number[][]>();
  const rings = polygons.flat();
  for (let column = 0; column < COLUMNS; column++) {
    const west = column * TILE_DEGREES - 180;
    const strip = clip(rings, 0, west, west + TILE_DEGREES);
    for (let row = 0; row < ROWS; row++) {
      const south = row * TILE_DEGREES - 90;
      const inside = clip(strip, 1, south, south + TILE_DEGREES);
      const drawn = inside.map((ring) => steps(ring, [west, south], TILE_STEPS)).filter(hasArea);
      if (drawn.length > 0) tiles.set({ column, row }, drawn);
    }
  }
  return tiles;
};

/** Polygons as steps from the middle of the map and from point to point, each with its holes. */
export const encodePolygons = (polygons: readonly Polygon[]): number[][][] =>
  polygons.map((rings) => rings.map((ring) => steps(ring, [0, 0], WORLD_STEPS)));

/** What of the rings lies between two meridians (`axis` 0) or two parallels (1), by Sutherland and Hodgman. */
const clip = (rings: readonly Ring[], axis: 0 | 1, from: number, to: number): Ring[] =>
  rings
    .filter((ring) => ring.some((point) => point[axis] > from) && ring.some((point) => point[axis] < to))
    .map((ring) => keepSide(keepSide(ring, axis, from, 1), axis, to, -1))
    .filter((ring) => ring.length > 2);

/** The part of a ring on one side of a line: beyond it for `sign` 1, before it for -1. */
const keepSide = (ring: Ring, axis: 0 | 1, line: number, sign: 1 | -1): Ring => {
  const isInside = (point: Point): boolean => (point[axis] - line) * sign >= 0;
  const kept: Point[] = [];
  let before = ring.at(-1);
  for (const point of ring) {
    if (before && isInside(before) !== isInside(point)) kept.push(crossing(before, point, axis, line));
    if (isInside(point)) kept.push(point);
    before = point;
  }
  return kept;
};

const crossing = (one: Point, other: Point, axis: 0 | 1, line: number): Point => {
  const share = (line - one[axis]) / (other[axis] - one[axis]);
  const across = axis === 0 ? 1 : 0;
  const value = one[across] + share * (other[across] - one[across]);
  return axis === 0 ? [line, value] : [value, line];
};

/** Points that fall on the same step are one. */
const steps = (ring: Ring, [west, south]: Point, perDegree: number): number[] => {
  const encoded: number[] = [];
  let [x, y] = [0, 0];
  for (const [longitude, latitude] of ring) {
    const [nextX, nextY] = [Math.round((longitude - west) * perDegree), Math.round((latitude - south) * perDegree)];
    if (encoded.length > 0 && nextX === x && nextY === y) continue;
    encoded.push(nextX - x, nextY - y);
    [x, y] = [nextX, nextY];
  }
  return encoded;
};

/** Whether a ring has three points at least. */
const hasArea = (ring: readonly number[]): boolean => ring.length >= 6;
