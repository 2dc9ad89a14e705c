import { queryOptions } from '@tanstack/react-query';
import type { MultiPolygon } from 'geojson';
import { HAS_LAND, LAND_FOLDER } from 'virtual:land';
import { type Outline, outlineOf, worldOf } from './land-steps.js';
import { tileCorner } from './tiles.js';

const read = async <T>(name: string, signal: AbortSignal): Promise<T> => {
  const response = await fetch(`${LAND_FOLDER}/${name}.json`, { signal });
  if (!response.ok) throw new Error(`The map could not be loaded: ${response.status}.`);
  return (await response.json()) as T;
};

const FOREVER = { staleTime: Infinity, gcTime: Infinity };

/** The land of some tiles. */
export const landQuery = (tiles: readonly number[]) => {
  const wanted = tiles.filter((tile) => HAS_LAND[tile] === '1');
  return queryOptions({
    ...FOREVER,
    queryKey: ['land', ...wanted],
    queryFn: ({ signal }): Promise<Outline[]> =>
      Promise.all(
        wanted.map(async (tile) => outlineOf(await read<number[][]>(String(tile), signal), tileCorner(tile))),
      ),
  });
};

/** All land in few points. */
export const worldQuery = queryOptions({
  ...FOREVER,
  queryKey: ['land', 'world'],
  queryFn: async ({ signal }): Promise<MultiPolygon> => worldOf(await read<number[][][]>('world', signal)),
});
