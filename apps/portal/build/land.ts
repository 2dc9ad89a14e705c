import { createHash } from 'node:crypto';
import { readFile } from 'node:fs/promises';
import { createRequire } from 'node:module';
import { feature } from 'topojson-client';
import type { GeometryCollection, Topology } from 'topojson-specification';
import type { Plugin } from 'vite';
import { cutIntoTiles, encodePolygons, tileIndex, TILE_COUNT } from './land-tiles.js';
import type { Polygon } from './land-tiles.js';

const MODULE = 'virtual:land';
const atlas = createRequire(import.meta.url);

/**
 * Draws the coastline from Natural Earth for the maps: the world in few points, and in many points as tiles of ten
 * degrees, of which a page loads the ones that it shows. The names of the files change with what is in them.
 */
export const land = (): Plugin => {
  const drawn = drawLand();
  return {
    name: 'land',
    resolveId: (id) => (id === MODULE ? `\0${MODULE}` : undefined),
    async load(id) {
      if (id !== `\0${MODULE}`) return undefined;
      const { folder, tiles } = await drawn;
      const isLand = Array.from({ length: TILE_COUNT }, (_, index) => (tiles.has(index) ? '1' : '0')).join('');
      return `export const LAND_FOLDER = '/${folder}'; export const HAS_LAND = '${isLand}';`;
    },
    async generateBundle() {
      const { files } = await drawn;
      for (const [fileName, source] of files) this.emitFile({ type: 'asset', fileName, source });
    },
    configureServer(server) {
      server.middlewares.use('/assets/land', (request, response, next) => {
        void drawn.then(({ files }) => {
          const source = files.get(`assets/land${request.url}`);
          if (source === undefined) return next();
          response.setHeader('content-type', 'application/json');
          response.end(source);
        });
      });
    },
  };
};

interface DrawnLand {
  readonly folder: string;
  readonly tiles: ReadonlySet<number>;
  readonly files: ReadonlyMap<string, string>;
}

const drawLand = async (): Promise<DrawnLand> => {
  const [detailed, world] = await Promise.all([readLand('land-10m'), readLand('land-110m')]);
  const tiles = cutIntoTiles(detailed);
  const sources = new Map([...tiles].map(([tile, rings]) => [String(tileIndex(tile)), JSON.stringify(rings)]));
  sources.set('world', JSON.stringify(encodePolygons(world)));
  const digest = createHash('sha256');
  for (const source of sources.values()) digest.update(source);
  const folder = `assets/land/${digest.digest('hex').slice(0, 8)}`;
  return {
    folder,
    tiles: new Set([...tiles.keys()].map(tileIndex)),
    files: new Map([...sources].map(([name, source]) => [`${folder}/${name}.json`, source])),
  };
};

const readLand = async (name: string): Promise<Polygon[]> => {
  const text = await readFile(atlas.resolve(`world-atlas/${name}.json`), 'utf8');
  const topology = JSON.parse(text) as Topology<{ land: GeometryCollection }>;
  return feature(topology, topology.objects.land).features.flatMap(({ geometry }) => {
    if (geometry.type === 'MultiPolygon') return geometry.coordinates as unknown as Polygon[];
    return geometry.type === 'Polygon' ? [geometry.coordinates as unknown as Polygon] : [];
  });
};
