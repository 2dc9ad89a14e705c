import { newKey } from '../api.js';
import { CatchFiller } from '../lists/catch-filler.js';
import { judged, type Measurement } from '../measurement.js';
import { after, steadyWrites } from '../steady-writes.js';

const ROWS = 1_000_000;
const AT_ONCE = 30;
const WRITES_PER_SECOND = 50;

/** Keeps so many counts going, each of other catches, as equal ones would be counted once. */
const keepCounting = async (baseUrl: string, key: string, isOver: () => boolean): Promise<number> => {
  let counted = 0;
  let asked = 0;
  const headers = { authorization: `Bearer ${key}` };
  const counter = async (): Promise<void> => {
    while (!isOver()) {
      asked += 1;
      const query = `min_weight_lbs=0.${String(asked).padStart(6, '0')}&max_depth_ft=60&per_page=1`;
      const answer = await fetch(`${baseUrl}/v1/catches?${query}`, { headers });
      await answer.text();
      if (answer.ok) counted += 1;
    }
  };
  await Promise.all(Array.from({ length: AT_ONCE }, counter));
  return counted;
};

/** What others' writes take while one key counts a million catches again and again. */
export const counts = (): Measurement => {
  let key = '';
  return {
    name: 'counts',
    prepare: async ({ stack: { credentials } }) => {
      key = await newKey(credentials);
      const database = Object.assign(new URL(credentials.database_url), { pathname: '/cds_catch' }).href;
      const filler = await CatchFiller.begin(database, ROWS);
      try {
        await filler.growTo(ROWS);
      } finally {
        await filler.end();
      }
    },
    run: async ({ stack: { credentials }, seconds }) => {
      const idle = await steadyWrites(credentials, WRITES_PER_SECOND, after(seconds * 2));
      const isOver = after(seconds * 3);
      const counting = keepCounting(credentials.base_url, key, isOver);
      const busy = await steadyWrites(credentials, WRITES_PER_SECOND, isOver);
      const counted = await counting;
      const measured = `${busy.p99Ms.toFixed(1)} ms, ${counted} counts`;
      return [
        judged(
          { name: `p99 of POST beside ${AT_ONCE} counts`, measured, peer: `${idle.p99Ms.toFixed(1)} ms idle` },
          busy.p99Ms / idle.p99Ms,
          { most: 3, unit: 'times' },
        ),
        judged({ name: `5xx of POST beside ${AT_ONCE} counts`, measured: `${busy.count} writes` }, busy.failed, {
          most: 0,
        }),
      ];
    },
  };
};
