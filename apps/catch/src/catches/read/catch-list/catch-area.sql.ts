import type { SqlValues } from '@cds/postgres';
import { type Box, boxAround, type Circle, EARTH_MILES } from './catch-area.js';
import type { CatchFilter } from './catch-filter.js';

/** `catches_grid_idx` is on these. */
const LATITUDE_CELL = 'cast(floor(latitude * 10 + 0.5) AS int2)';
const LONGITUDE_CELL = 'cast(floor(longitude * 10 + 0.5) AS int2)';

/**
 * The conditions of `bbox` and `near`: on what the viewer sees of a place, narrowed to cells of the grid by the index.
 */
export const areaTerms = ({ query: { bbox, near }, viewer }: CatchFilter, values: SqlValues): string[] => {
  if (!bbox && !near) return [];
  const owner = values.add(viewer);
  return [
    'latitude IS NOT NULL AND longitude IS NOT NULL',
    ...(bbox ? boxTerms(bbox, owner, values) : []),
    ...(near ? circleTerms(near, owner, values) : []),
  ];
};

/**
 * To others a place is its cell, to its owner where it is. Joined by `OR`, whose share of the rows the planner
 * knows how to guess.
 */
const boxTerms = (box: Box, owner: string, values: SqlValues): string[] => [
  cellsOf(box, OUTER, values),
  `(account_id = ${owner} OR ${cellsOf(box, INNER, values)})`,
  `(account_id <> ${owner} OR ${exactlyIn(box, values)})`,
];

const circleTerms = (circle: Circle, owner: string, values: SqlValues): string[] => {
  const seen = (column: string) =>
    `CASE WHEN account_id = ${owner} THEN ${column} ELSE floor(${column} * 10 + 0.5) / 10 END`;
  return [
    cellsOf(boxAround(circle), OUTER, values),
    inCircle(circle, { latitude: seen('latitude'), longitude: seen('longitude') }, values),
  ];
};

interface Place {
  latitude: string;
  longitude: string;
}

/**
 * The cells from one degree to another: all that a place between may lie in, or those whose own degrees lie between.
 */
interface Cells {
  from(degrees: number): number;
  to(degrees: number): number;
}
const OUTER: Cells = { from: (degrees) => Math.floor(degrees * 10) - 1, to: (degrees) => Math.ceil(degrees * 10) + 1 };
const INNER: Cells = {
  from: (degrees) =>
    Math.round(degrees * 10) / 10 >= degrees ? Math.round(degrees * 10) : Math.round(degrees * 10) + 1,
  to: (degrees) => (Math.round(degrees * 10) / 10 <= degrees ? Math.round(degrees * 10) : Math.round(degrees * 10) - 1),
};

const cellsOf = ({ south, north, stretches }: Box, { from, to }: Cells, values: SqlValues): string => {
  const latitudes = between(LATITUDE_CELL, from(south), to(north), 'int2', values);
  return `(${stretches
    .map(
      ([west, east]) => `(${latitudes}
    AND ${between(LONGITUDE_CELL, from(west), to(east), 'int2', values)})`,
    )
    .join(' OR ')})`;
};

const exactlyIn = ({ south, north, stretches }: Box, values: SqlValues): string => {
  const latitudes = between('latitude', south, north, 'float8', values);
  return `(${stretches
    .map(
      ([west, east]) => `(${latitudes}
    AND ${between('longitude', west, east, 'float8', values)})`,
    )
    .join(' OR ')})`;
};

/** By the haversine formula. */
const inCircle = (
  { latitude: lat, longitude: lng, miles }: Circle,
  { latitude, longitude }: Place,
  values: SqlValues,
): string => {
  const [lat0, lng0, radius] = [lat, lng, miles].map((value) => `${values.add(value)}::float8`);
  const haversine =
    `sind((${latitude} - ${lat0}) / 2) ^ 2 + cosd(${lat0}) * cosd(${latitude}) * ` +
    `sind((${longitude} - ${lng0}) / 2) ^ 2`;
  return `2 * ${EARTH_MILES} * asin(sqrt(least(1, ${haversine}))) <= ${radius}`;
};

const between = (value: string, from: number, to: number, type: string, values: SqlValues): string =>
  `${value} BETWEEN ${values.add(from)}::${type} AND ${values.add(to)}::${type}`;
