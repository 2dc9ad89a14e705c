import type { RunningStack } from '@cds/local/running-stack';
import type { Result } from '../report.js';
import { startPeer } from '../start-peer.js';
import type { Target } from '../throughput.js';
import { CatchFiller } from './catch-filler.js';
import { latenciesInTurn, latencyOf, type Latencies } from './latency.js';
import { SEARCHES } from './searches.js';

const SORTS = [
  'created_at',
  '-caught_at',
  'updated_at',
  '-weight_lbs',
  'length_in',
  '-length_in',
  '-depth_ft,created_at',
  'weight_lbs,-depth_ft',
];
const SLOWER = 1.5;
const SEARCH_MS = 100;
const SEARCHED_ROWS = 1_000_000;

interface Page {
  data: { id: string }[];
  next_cursor: string;
}

/**
 * Grows the table of catches to each size in turn, and measures its lists and searches there. A list's latency is
 * reported in those of the peer's first page, measured in turn with it, so that sizes can be compared on a machine that
 * others use too.
 */
export const measureLists = async (
  { credentials }: RunningStack,
  sizes: readonly number[],
  say: (text: string) => void,
): Promise<Result[]> => {
  const databaseUrl = Object.assign(new URL(credentials.database_url), { pathname: '/cds_catch' }).href;
  const headers = { authorization: `Bearer ${credentials.api_key}` };
  const ours = (query: string): Target => ({ url: `${credentials.base_url}/v1/catches?${query}`, headers });
  const filler = await CatchFiller.begin(databaseUrl, Math.max(...sizes));
  const results: Result[] = [];
  let lists: List[] | undefined;
  try {
    for (const size of sizes) {
      say(`growing to ${size} catches`);
      await filler.growTo(size);
      say('measuring');
      // Taken when the table is smallest, a place among the oldest rows is ever deeper from the newest.
      lists ??= await listsOf(ours);
      const peer = await startPeer(credentials.database_url);
      try {
        for (const list of lists)
          results.push(await measureList(list, ours(list.query), { url: `${peer.url}/catches` }, size));
      } finally {
        peer.stop();
      }
      results.push(
        searchResult(
          size,
          await latencyOf(
            SEARCHES.map((q) => ours(new URLSearchParams({ q }).toString())),
            2,
          ),
        ),
      );
      for (const query of ['region=US-TX', 'near=30,-97,50', 'near=30,-97,200', 'bbox=-98,29,-96,31'])
        results.push(plain(query, size, await latencyOf([ours(query)], 10)));
    }
  } finally {
    await filler.end();
  }
  return results;
};

interface List {
  readonly name: string;
  readonly query: string;
  /** In the peer's page, at the first size. */
  first?: number;
}

const listsOf = async (ours: (query: string) => Target): Promise<List[]> => {
  const cursorOf = async (sort: string): Promise<string> => {
    const { url, headers } = ours(`sort=${sort}&page=200&per_page=25`);
    return ((await (await fetch(url, headers && { headers })).json()) as Page).next_cursor;
  };
  const deep = async (sort: string): Promise<List> => ({
    name: `cursor, ${sort}`,
    query: `sort=${sort}&cursor=${await cursorOf(sort)}`,
  });
  return [
    { name: 'first page with total', query: '' },
    await deep('-created_at'),
    ...(await Promise.all(SORTS.map(deep))),
  ];
};

const measureList = async (list: List, ours: Target, theirs: Target, size: number): Promise<Result> => {
  const [one, other] = await latenciesInTurn(ours, theirs, 60);
  const inPeers = one.p50Ms / other.p50Ms;
  list.first ??= inPeers;
  const value = inPeers / list.first;
  return {
    name: `${list.name}, ${size} rows`,
    measured: shown(one),
    peer: shown(other),
    value,
    bar: `≤ ${SLOWER}`,
    isMet: value <= SLOWER,
  };
};

const searchResult = (size: number, latencies: Latencies): Result => {
  const isBound = size <= SEARCHED_ROWS;
  return {
    ...plain(`${SEARCHES.length} searches with typos`, size, latencies),
    bar: isBound ? `≤ ${SEARCH_MS} ms` : '',
    isMet: !isBound || latencies.p95Ms <= SEARCH_MS,
  };
};

const plain = (name: string, size: number, latencies: Latencies): Result => ({
  name: `${name}, ${size} rows`,
  measured: shown(latencies),
  peer: '',
  value: latencies.p95Ms,
  bar: '',
  isMet: true,
});

const shown = ({ p50Ms, p95Ms }: Latencies): string => `p50 ${p50Ms.toFixed(1)} ms, p95 ${p95Ms.toFixed(1)} ms`;
