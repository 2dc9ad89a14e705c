/** Longitude and latitude. */
export type Position = readonly [number, number];

export const TILE_DEGREES = 10;
const COLUMNS = 360 / TILE_DEGREES;
const ROWS = 180 / TILE_DEGREES;
/** At a pole every column of tiles meets in what a map shows. */
const MAX_COLUMNS = 12;

/** The south-west corner of a tile. */
export const tileCorner = (tile: number): Position => [
  (tile % COLUMNS) * TILE_DEGREES - 180,
  Math.floor(tile / COLUMNS) * TILE_DEGREES - 90,
];

/** The tiles that lie within so many degrees of a position, across the date line too. */
export const tilesAround = ([longitude, latitude]: Position, reach: Position): number[] => {
  const [west, east] = [columnOf(longitude - reach[0]), columnOf(longitude + reach[0])];
  const [south, north] = [rowOf(latitude - reach[1]), rowOf(latitude + reach[1])];
  const tiles: number[] = [];
  for (let row = south; row <= north; row++) {
    for (let step = 0; step <= Math.min(east - west, MAX_COLUMNS - 1); step++) {
      tiles.push(row * COLUMNS + ((((west + step) % COLUMNS) + COLUMNS) % COLUMNS));
    }
  }
  return tiles;
};

const columnOf = (longitude: number): number => Math.floor((longitude + 180) / TILE_DEGREES);

const rowOf = (latitude: number): number => Math.min(ROWS - 1, Math.max(0, Math.floor((latitude + 90) / TILE_DEGREES)));
