import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { pathToFileURL } from 'node:url';
import type { RunningStack } from '@cds/local/running-stack';
import type pg from 'pg';
import { newKey } from '../api.js';
import { type Latencies, timesInTurn, timesOf } from '../lists/latency.js';
import { judged } from '../measurement.js';
import type { Result } from '../report.js';
import { databaseOf } from './database.js';
import { COUNT_BETTER } from './entries.sql.js';
import { EntryFiller } from './entry-filler.js';

const READS = join(import.meta.dirname, '..', '..', '..', '..', 'apps', 'leaderboard', 'dist', 'entries');
const ROUNDS = 300;
const PEER_ROUNDS = 3;
/** Before requests are measured: the service began anew after the last size. */
const WARMING_REQUESTS = 200;
const SLOWER = 2;
const PAGE = 25;

/** What the service itself runs to read entries. */
interface Entries {
  around(anglerId: string, size: number): Promise<unknown>;
  fromRank(rank: number, limit: number): Promise<readonly unknown[]>;
}

type EntriesOf = (db: pg.PoolClient, entryCount: number) => Entries;

const entriesOf = async (periodId: number): Promise<EntriesOf> => {
  const load = (file: string) => import(pathToFileURL(join(READS, file)).href);
  const { CurrentEntries } = await load('entry-list/current-entries.js');
  const { Ranks } = await load('ranks/ranks.query.js');
  return (db, entryCount) => new CurrentEntries(db, new Ranks(), { periodId, entryCount });
};

/** Each by the entries that are there and an angler, asked for in turn. */
const inDatabase: Readonly<Record<string, (entries: Entries, anglerId: string) => Promise<unknown>>> = {
  'rank of one angler': (entries, anglerId) => entries.around(anglerId, 1),
  'top 25': (entries) => entries.fromRank(1, PAGE + 1),
  'around one angler': (entries, anglerId) => entries.around(anglerId, PAGE),
};

const byRequest: Readonly<Record<string, (anglerId: string) => string>> = {
  'rank of one angler': (anglerId) => `around=${anglerId}&per_page=1`,
  'top 25': () => '',
  'around one angler': (anglerId) => `around=${anglerId}`,
};

/** Grows one board to each size in turn, and measures how it is read there, beside what it was at the first size. */
export const measureEntries = async (
  stack: RunningStack,
  sizes: readonly number[],
  say: (text: string) => void,
): Promise<Result[]> => {
  const pool = databaseOf(stack.credentials, 'leaderboard');
  const key = await newKey(stack.credentials);
  try {
    const filler = await EntryFiller.begin(pool);
    const read = await entriesOf(filler.periodId);
    const firsts = new Map<string, number>();
    const results: Result[] = [];
    for (const size of sizes) {
      say(`growing to ${size} entries`);
      await filler.growTo(size);
      say('measuring');
      results.push(...(await ofDatabase(pool, filler, read, size, firsts)));
      results.push(...(await ofGateway(stack, key, filler, size, firsts)));
      results.push(await afterRestart(stack, key, filler, size, firsts));
    }
    return results;
  } finally {
    await pool.end();
  }
};

const ofDatabase = async (
  pool: pg.Pool,
  filler: EntryFiller,
  read: EntriesOf,
  size: number,
  firsts: Map<string, number>,
): Promise<Result[]> => {
  const client = await pool.connect();
  try {
    const entries = read(client, size);
    const peer = await timesOf(PEER_ROUNDS, async (round) => {
      await client.query(COUNT_BETTER, [filler.periodId, filler.anglerAt((round + 0.5) / PEER_ROUNDS)]);
    });
    const results: Result[] = [];
    for (const [name, ask] of Object.entries(inDatabase)) {
      const taken = await timesOf(ROUNDS, (round) => ask(entries, filler.anglerAt((round + 0.5) / ROUNDS)));
      const one = { name: `${name} in the database, ${size} entries`, measured: shown(taken) };
      results.push(
        judged({ ...one, peer: `count(*) ${peer.p50Ms.toFixed(1)} ms` }, taken.p50Ms, { most: 1, unit: 'ms' }),
      );
      results.push(compared(`${one.name}: times those of the first size`, taken.p50Ms, firsts));
    }
    return results;
  } finally {
    // Its plans are for a board of this size: the service's connections do not live through such a growth either.
    client.release(true);
  }
};

/** Beside the board itself, a row by its id: what the way through the gateway takes, whatever is asked for. */
const ofGateway = async (
  { credentials: { base_url: baseUrl } }: RunningStack,
  key: string,
  filler: EntryFiller,
  size: number,
  firsts: Map<string, number>,
): Promise<Result[]> => {
  const results: Result[] = [];
  const board = `${baseUrl}/v1/leaderboards/${filler.boardId}`;
  for (const [name, query] of Object.entries(byRequest)) {
    const ask = (share: number) => answered(`${board}/entries?${query(filler.anglerAt(share))}`, key);
    for (let round = 0; round < WARMING_REQUESTS; round += 1) await ask((round + 0.25) / WARMING_REQUESTS);
    const [taken, bare] = await timesInTurn(
      ROUNDS,
      (round) => ask(round / ROUNDS),
      () => answered(board, key),
    );
    const figures = { measured: shown(taken), peer: `the board alone ${shown(bare)}` };
    const one = { name: `${name} through the gateway, ${size} entries`, ...figures };
    results.push(judged(one, taken.p99Ms, { most: 10, unit: 'ms' }));
    results.push(compared(`${one.name}: times those of the first size`, taken.p50Ms, firsts));
  }
  return results;
};

/** From the end of the service's process to the first page around an angler: nothing is to be filled again. */
const afterRestart = async (
  stack: RunningStack,
  key: string,
  filler: EntryFiller,
  size: number,
  firsts: Map<string, number>,
): Promise<Result> => {
  const { base_url: baseUrl } = stack.credentials;
  const pid = stack.pidOf('leaderboard');
  if (pid === undefined) throw new Error('the leaderboard does not run');
  process.kill(pid, 'SIGKILL');
  const from = performance.now();
  const url = `${baseUrl}/v1/leaderboards/${filler.boardId}/entries?around=${filler.anglerAt(0.5)}`;
  for (; stack.pidOf('leaderboard') === pid; await sleep(20));
  for (
    ;
    !(await answered(url, key).then(
      () => true,
      () => false,
    ));
    await sleep(50)
  );
  const seconds = (performance.now() - from) / 1_000;
  const name = `first page after a restart, ${size} entries`;
  return { ...compared(name, seconds, firsts, 'first page after a restart'), measured: `${seconds.toFixed(1)} s` };
};

const answered = async (url: string, key: string): Promise<void> => {
  const answer = await fetch(url, { headers: { authorization: `Bearer ${key}` } });
  const body = await answer.text();
  if (!answer.ok) throw new Error(`${url}: ${answer.status} ${body}`);
};

/** A value in those of the first size. */
const compared = (
  name: string,
  value: number,
  firsts: Map<string, number>,
  kind = name.replace(/, \d+ entries/, ''),
): Result => {
  const first = firsts.get(kind) ?? value;
  firsts.set(kind, first);
  return judged({ name }, value / first, { most: SLOWER });
};

const shown = ({ p50Ms, p99Ms }: Latencies): string => `p50 ${p50Ms.toFixed(2)} ms, p99 ${p99Ms.toFixed(2)} ms`;
