import { type Box, boxAround, type Circle, EARTH_MILES } from './catch-area.js';
import type { CatchFilter } from './catch-filter.js';
import type { SqlValues } from './sql-values.js';

/** `catches_grid_idx` is on these. */
const LATITUDE_CELL = 'cast(floor(latitude * 10 + 0.5) AS int2)';
const LONGITUDE_CELL = 'cast(floor(longitude * 10 + 0.5) AS int2)';

/** The conditions of `bbox` and `near`: on what the viewer sees of a place, narrowed to cells of the grid by the index. */
export const areaTerms = ({ query: { bbox, near }, viewer }: CatchFilter, values: SqlValues): string[] => {
  if (!bbox && !near) return [];
  const owner = values.add(viewer);
  const seen = (column: string) => `CASE WHEN account_id = ${owner} THEN ${column} ELSE floor(${column} * 10 + 0.5) / 10 END`;
  const place = { latitude: seen('latitude'), longitude: seen('longitude') };
  return [
    'latitude IS NOT NULL AND longitude IS NOT NULL',
    ...(bbox ? [cellsOf(bbox, values), inBox(bbox, place, values)] : []),
    ...(near ? [cellsOf(boxAround(near), values), inCircle(near, place, values)] : []),
  ];
};

interface Place {
  latitude: string;
  longitude: string;
}

/** All cells that a place in the box may lie in, exact or rounded. */
const cellsOf = ({ south, north, stretches }: Box, values: SqlValues): string => {
  const latitudes = between(LATITUDE_CELL, Math.floor(south * 10) - 1, Math.ceil(north * 10) + 1, 'int2', values);
  const cells = stretches.map(([west, east]) => `(${latitudes} AND ${between(LONGITUDE_CELL, Math.floor(west * 10) - 1, Math.ceil(east * 10) + 1, 'int2', values)})`);
  return `(${cells.join(' OR ')})`;
};

const inBox = ({ south, north, stretches }: Box, { latitude, longitude }: Place, values: SqlValues): string => {
  const longitudes = stretches.map(([west, east]) => between(longitude, west, east, 'float8', values));
  return `${between(latitude, south, north, 'float8', values)} AND (${longitudes.join(' OR ')})`;
};

/** By the haversine formula. */
const inCircle = ({ latitude: lat, longitude: lng, miles }: Circle, { latitude, longitude }: Place, values: SqlValues): string => {
  const [lat0, lng0, radius] = [lat, lng, miles].map((value) => `${values.add(value)}::float8`);
  const haversine = `sind((${latitude} - ${lat0}) / 2) ^ 2 + cosd(${lat0}) * cosd(${latitude}) * sind((${longitude} - ${lng0}) / 2) ^ 2`;
  return `2 * ${EARTH_MILES} * asin(sqrt(least(1, ${haversine}))) <= ${radius}`;
};

const between = (value: string, from: number, to: number, type: string, values: SqlValues): string =>
  `${value} BETWEEN ${values.add(from)}::${type} AND ${values.add(to)}::${type}`;
