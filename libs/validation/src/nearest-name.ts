import { distance } from 'fastest-levenshtein';

/** Names that strangers send are compared up to this length: the time is that of both lengths multiplied. */
const MAX_COMPARED = 60;

const UNIT = /_(?:lbs|ft|in)$/;

/** The name that was meant, where one of the known ones is near: `species` for `specis`, `weight_lbs` for `weight`. */
export const nearestName = (given: string, known: readonly string[]): string | undefined => {
  if (given === '' || given.length > MAX_COMPARED) return undefined;
  const asked = given.toLowerCase().replaceAll('-', '_');
  const most = Math.max(1, Math.floor(asked.length / 3));
  const [best] = known
    .map((name) => ({ name, far: Math.min(distance(asked, name), distance(asked, name.replace(UNIT, ''))) }))
    .filter(({ far }) => far <= most)
    .toSorted((one, other) => one.far - other.far);
  return best?.name;
};

/** Our parameters of lists, and what other APIs call them: callers may have the habit. */
const CALLED_ELSEWHERE: Readonly<Record<string, readonly string[]>> = {
  per_page: ['limit', 'page_size', 'pagesize', 'size', 'count', 'max_results'],
  page: ['offset', 'page_number'],
  cursor: ['starting_after', 'after', 'page_token', 'pagetoken', 'iterator'],
  sort: ['order', 'order_by', 'orderby', 'sort_by', 'sortby'],
  q: ['query', 'search'],
  expand: ['include'],
};

/** The known name of a parameter that other APIs call by the given one: `per_page` for `limit`. */
export const namedElsewhere = (given: string, known: readonly string[]): string | undefined => {
  const asked = given.toLowerCase();
  return known.find((name) => CALLED_ELSEWHERE[name]?.includes(asked));
};

/** What the service measures in, by the ending of a name in another unit. */
const UNITS = [
  { ending: '_kg', ours: '_lbs', factor: '1 kg = 2.20462 lb' },
  { ending: '_cm', ours: '_in', factor: '1 cm = 0.393701 in' },
  { ending: '_m', ours: '_ft', factor: '1 m = 3.28084 ft' },
] as const;

/** How to say it in the unit of the service, where a metric name was sent for a known imperial one. */
export const imperialHint = (given: string, known: readonly string[]): string | undefined => {
  for (const { ending, ours, factor } of UNITS) {
    const name = given.endsWith(ending) ? `${given.slice(0, -ending.length)}${ours}` : '';
    if (known.includes(name)) return `is not taken: send \`${name}\` (${factor}), or read with \`units=metric\``;
  }
  return undefined;
};
