import { setTimeout as sleep } from 'node:timers/promises';
import { backfillTopic, TOPICS } from '@cds/contracts';
import { type CloudEvent, createKafka, EventPublisher } from '@cds/kafka';
import type { RunningStack } from '@cds/local/running-stack';
import type pg from 'pg';
import { newKey } from '../api.js';
import { timesOf } from '../lists/latency.js';
import { judged } from '../measurement.js';
import type { Result } from '../report.js';
import { BareMoves } from './bare-moves.js';
import { CatchEvents } from './catch-events.js';
import { ADD_ANGLERS, ADD_CATCHES, ADD_PAST, COUNTS, SHOWN_FOR_LONG } from './catches.sql.js';
import { databaseOf } from './database.js';
import { rebuildBoards } from './rebuild-boards.js';

/** Read by the leaderboard alone, so that what other services make of catches takes no time from it. */
const TOPIC = backfillTopic(TOPICS.catchEvents, 'leaderboard');
const CATCHES_PER_ANGLER = 20;
/** Before anything is measured, as a service that runs has compiled its code and has its tables at hand. */
const WARM_UP = 20_000;
const CONSUMED = 20_000;
const AT_A_TIME = 1_000;
/** Of the catches sent last, as many as come to every partition. */
const LOOKED_FOR = 50;
const PAST_READS = 60;

const silent = { debug: () => undefined, info: () => undefined, warn: () => undefined, error: () => undefined };

/**
 * Fills the leaderboard with so many catches, one in five of them verified, and measures the rebuild of all boards, how
 * fast catches are consumed into them, and a board as it stood in the past after as many moves.
 */
export const measureBoards = async (
  stack: RunningStack,
  catches: number,
  say: (text: string) => void,
): Promise<Result[]> => {
  const pool = databaseOf(stack.credentials, 'leaderboard');
  try {
    const anglers = Math.ceil(catches / CATCHES_PER_ANGLER);
    say(`storing ${catches} catches`);
    await pool.query(ADD_ANGLERS, [anglers]);
    await pool.query(ADD_CATCHES, [catches, anglers]);
    await pool.query('VACUUM ANALYZE catch_facts, anglers');
    const seconds = await rebuildBoards(stack.credentials);
    await pool.query('VACUUM ANALYZE');
    const name = `rebuild of ${catches} catches, events/s`;
    const rebuilt = judged({ name, measured: `${seconds.toFixed(1)} s` }, catches / seconds, { least: 15_000 });
    say(`consuming ${WARM_UP} catches, and another ${CONSUMED}`);
    const { idle, moving, since, firstId } = await consume(stack, pool);
    const bare = new BareMoves(pool, CONSUMED, firstId);
    await bare.keep(since);
    const measured = `${(await entriesOf(pool, firstId)).toFixed(1)} entries each`;
    say(`filling the past of a board with ${catches} moves`);
    const past = await readPast(stack, pool, catches, anglers);
    say('writing what was consumed by PostgreSQL alone');
    const limit = await bare.rate();
    const peer = `${limit.toFixed(0)}/s by PostgreSQL alone`;
    return [
      rebuilt,
      judged({ name: 'consuming catches that move no entry, events/s' }, idle, { least: 10_000 }),
      judged({ name: 'consuming verified catches into all boards, catches/s', measured, peer }, moving, {
        least: 1_000,
      }),
      past,
    ];
  } finally {
    await pool.end();
  }
};

interface Consumed {
  /** Events per second that move no entry. */
  readonly idle: number;
  /** Catches per second that move all of theirs, and when the first of them was sent. */
  readonly moving: number;
  readonly since: Date;
  /** Of the catches that were measured. */
  readonly firstId: string;
}

const consume = async (stack: RunningStack, pool: pg.Pool): Promise<Consumed> => {
  const ids = async (sql: string) => (await pool.query<{ id: string }>(sql)).rows.map(({ id }) => id);
  const events = new CatchEvents(
    await ids('SELECT id FROM anglers ORDER BY md5(id)'),
    await ids('SELECT id FROM species WHERE NOT deleted ORDER BY md5(id)'),
  );
  const brokers = stack.credentials.kafka_brokers.split(',');
  const publisher = new EventPublisher(createKafka({ brokers, clientId: 'bench', logger: silent }), silent);
  const run = async (from: number, count: number): Promise<Omit<Consumed, 'firstId'>> => {
    const numbers = Array.from({ length: count }, (_, number) => from + number);
    const last = numbers.slice(-LOOKED_FOR).map((one) => events.logged(one).subject);
    const version = (least: number) => pool.query<{ is_done: boolean }>(IS_STORED, [least, from + count, last]);
    const idle = await rateOf(
      publisher,
      numbers.map((one) => events.logged(one)),
      () => version(1),
    );
    const since = new Date();
    const moving = await rateOf(
      publisher,
      numbers.map((one) => events.approved(one)),
      () => version(2),
    );
    return { idle, moving, since };
  };
  try {
    await run(0, WARM_UP);
    return { ...(await run(WARM_UP, CONSUMED)), firstId: events.logged(WARM_UP).subject };
  } finally {
    await publisher.close();
  }
};

/** From before the first is sent until all are stored and every entry has moved. */
const rateOf = async (
  publisher: EventPublisher,
  events: readonly CloudEvent[],
  isDone: () => Promise<pg.QueryResult<{ is_done: boolean }>>,
): Promise<number> => {
  const from = performance.now();
  for (let at = 0; at < events.length; at += AT_A_TIME)
    await publisher.publish(TOPIC, events.slice(at, at + AT_A_TIME));
  while (!(await isDone()).rows[0]?.is_done) await sleep(200);
  return events.length / ((performance.now() - from) / 1_000);
};

/** In how many entries each of the catches counts now. */
const entriesOf = async (pool: pg.Pool, firstId: string): Promise<number> => {
  const { rows } = await pool.query<{ entries: number }>(COUNTED_IN, [CONSUMED, firstId]);
  return rows[0]?.entries ?? 0;
};

const readPast = async (
  { credentials }: RunningStack,
  pool: pg.Pool,
  moves: number,
  anglers: number,
): Promise<Result> => {
  const [board] = (await pool.query<{ board_id: string; period_id: number }>(COUNTS)).rows;
  if (!board) throw new Error('there is no board of catch counts');
  await pool.query('DELETE FROM ranked_entries WHERE period_id = $1', [board.period_id]);
  await pool.query('DELETE FROM entry_versions WHERE period_id = $1', [board.period_id]);
  for (const text of ADD_PAST) await pool.query(text, [moves, anglers, board.period_id]);
  await pool.query(SHOWN_FOR_LONG, [board.board_id]);
  await pool.query('VACUUM ANALYZE ranked_entries, entry_versions');
  const headers = { authorization: `Bearer ${await newKey(credentials)}` };
  const taken = await timesOf(PAST_READS, async (round) => {
    const at = new Date(Date.now() - ((round + 0.5) / PAST_READS) * moves * 60_000).toISOString();
    const url = `${credentials.base_url}/v1/leaderboards/${board.board_id}/entries?as_of=${at}`;
    const answer = await fetch(url, { headers });
    const body = await answer.text();
    if (!answer.ok) throw new Error(`${url}: ${answer.status} ${body}`);
  });
  const measured = `p50 ${taken.p50Ms.toFixed(0)} ms`;
  return judged({ name: `p95 of as_of after ${moves} moves`, measured }, taken.p95Ms, { most: 300, unit: 'ms' });
};

// The newest ones are looked for first: to count all of them each time, or to find the oldest change behind those that
// have been applied, would take as much as they do.
const IS_STORED = `
  SELECT CASE
    WHEN (SELECT position FROM catch_changes ORDER BY position DESC LIMIT 1) IS NOT NULL THEN false
    WHEN (SELECT count(*) FROM catch_facts WHERE catch_id = ANY($3) AND version >= $1) < cardinality($3) THEN false
    ELSE (
      SELECT count(*) = $2 FROM catch_facts WHERE catch_id >= 'catch_1' AND catch_id < 'catch_2' AND version >= $1
    )
  END AS is_done`;

/** Of the rankings of all species, and those of its own species: the periods that have an entry of its angler. */
const COUNTED_IN = `
  SELECT (count(*) / $1::float8) AS entries
  FROM catch_facts AS fact
  JOIN ranked_entries AS entry ON entry.angler_id = fact.angler_id
  JOIN ranking_periods AS part ON part.id = entry.period_id
  JOIN rankings AS ranking ON ranking.id = part.ranking_id AND ranking.state = 'live'
  WHERE fact.catch_id >= $2 AND fact.catch_id < 'catch_2'
    AND (ranking.species_id IS NULL OR ranking.species_id = fact.species_id)
    AND part.period = CASE ranking.period
      WHEN 'all_time' THEN 'all'
      WHEN 'year' THEN to_char(fact.caught_at AT TIME ZONE 'UTC', 'YYYY')
      WHEN 'month' THEN to_char(fact.caught_at AT TIME ZONE 'UTC', 'YYYY-MM')
      ELSE to_char(fact.caught_at AT TIME ZONE 'UTC', 'IYYY-"W"IW')
    END`;
