import { distance } from 'fastest-levenshtein';
import { ROUTES } from './routes.js';

/** Paths that strangers send are compared up to this length: the time is that of both lengths multiplied. */
const MAX_COMPARED = 120;

const segmentsOf = (path: string): string[] => path.split('/').filter((segment) => segment !== '');
const isFixed = (segment: string): boolean => !segment.startsWith('{');

const PATHS = [...new Set(ROUTES.map(({ path }) => path as string))].map((path) => ({
  path,
  segments: segmentsOf(path),
}));

/** The path of the API that was meant, where one is near: `/v1/catches/{id}` for `/v1/catchs/catch_1`. */
export const nearestPath = (path: string): string | undefined => {
  if (path.length > MAX_COMPARED) return undefined;
  const asked = segmentsOf(path);
  const [best] = PATHS.filter(({ segments }) => segments.length === asked.length)
    .map(({ path: pattern, segments }) => {
      const fixed = segments.filter(isFixed).join('/');
      // What stands for an id is not compared.
      const same = segments
        .map((segment, at) => (isFixed(segment) ? asked[at] : undefined))
        .filter(Boolean)
        .join('/');
      return { pattern, far: distance(same, fixed), most: Math.floor(fixed.length / 4) };
    })
    .filter(({ far, most }) => far <= most)
    .toSorted((one, other) => one.far - other.far);
  return best?.pattern;
};
