import { createPool } from '@cds/postgres';
import { type EventLog, soon } from '@cds/event-store/testing';
import { relaysOfOwnLog } from '@cds/publishing/testing';
import { main } from '../src/index.js';

/** How far the ids of the other cluster are ahead of this server's. */
const AHEAD = 1_000_000_000n;

let log: EventLog;
const relays = relaysOfOwnLog((own) => (log = own));
beforeAll(() => log.pool.query(OTHER_READERS));
afterEach(() => log.pool.query('TRUNCATE republish_runs; DROP SCHEMA IF EXISTS rebuild CASCADE'));

const OTHER_READERS = 'CREATE TABLE republish_runs (consumer text PRIMARY KEY, finished_at timestamptz)';

const adopt = async () => {
  const lines: string[] = [];
  const say = (text: string) => void lines.push(text);
  const code = await main(['adopt', 'species'], { out: say, err: say }, { DATABASE_URL: log.url });
  return { code, lines };
};

/** What is published from here on; all that was before is. */
const published = async (events: number): Promise<string[]> => {
  const relay = relays.start();
  await soon(() => expect(relay.published).toHaveLength(events));
  await relay.relay.stop();
  return relay.published;
};

/** As if everything had been written by a server that has given many more transaction ids. */
const restore = async (): Promise<void> => {
  for (const table of ['events', 'relay_checkpoints'])
    await log.pool.query(`UPDATE ${table} SET transaction_id = transaction_id + $1 WHERE transaction_id > 0`, [AHEAD]);
};

const refusal = async (): Promise<string | undefined> => {
  const relay = relays.start();
  await soon(() => expect(relay.failures).not.toEqual([]));
  await relay.relay.stop();
  expect(relay.published).toEqual([]);
  return relay.failures[0];
};

describe('a log that was restored from another cluster', () => {
  it('is refused until it is adopted, and then exactly what was not published is published, in order', async () => {
    await log.append('a', 0, 'one', 'two');
    await log.append('b', 0, 'one');
    await published(3);
    await log.append('b', 1, 'two');
    await log.append('a', 2, 'three', 'four');
    await restore();

    expect(await refusal()).toMatch('npm run relay -- adopt notes');
    expect(await adopt()).toEqual({
      code: 0,
      lines: [
        'live: adopted 3 events that were published and 3 that wait',
        'bulk: adopted 0 events that were published and 0 that wait',
      ],
    });
    await log.append('a', 4, 'five');
    expect(await published(4)).toEqual(['b/2 two', 'a/3 three', 'a/4 four', 'a/5 five']);
  });

  it('loses none of the events that a service which was started too early has appended', async () => {
    await log.append('a', 0, 'one');
    await published(1);
    await log.append('b', 0, 'waits');
    await restore();
    await log.append('a', 1, 'behind a published event');
    await log.append('b', 1, 'behind one that waits');
    await log.append('c', 0, 'a new stream');
    await adopt();
    expect(await published(4)).toEqual([
      'b/1 waits',
      'a/2 behind a published event',
      'b/2 behind one that waits',
      'c/1 a new stream',
    ]);
  });

  it('has bulk events that wait', async () => {
    await log.beginBulk('a', 'published');
    await published(1);
    await log.beginBulk('b', 'waits');
    await log.append('c', 0, 'live');
    await restore();
    expect((await adopt()).lines).toEqual([
      'live: adopted 0 events that were published and 1 that wait',
      'bulk: adopted 1 events that were published and 1 that wait',
    ]);
    expect((await published(2)).sort()).toEqual(['b/1 waits', 'c/1 live']);
  });

  it('may have a checkpoint that this server has reached already', async () => {
    await log.append('a', 0, 'one');
    await published(1);
    await log.append('a', 1, 'two');
    await log.pool.query('UPDATE events SET transaction_id = transaction_id + $1 WHERE version = 2', [AHEAD]);
    await adopt();
    expect(await published(1)).toEqual(['a/2 two']);
  });

  it('may never have been published', async () => {
    await log.append('a', 0, 'one', 'two');
    await restore();
    await adopt();
    expect(await published(2)).toEqual(['a/1 one', 'a/2 two']);
  });

  it('is adopted in batches, and by a second run where the first one was killed', async () => {
    const texts = Array.from({ length: 2_500 }, (_, index) => `note ${index}`);
    await log.append('a', 0, ...texts);
    await published(2_500);
    await log.append('a', 2_500, ...texts);
    await restore();
    for (const failsAt of [1_500, 4_000]) {
      await log.pool.query(failingAt(failsAt));
      expect(await adopt()).toEqual({ code: 1, lines: ['killed'] });
      await log.pool.query('DROP TRIGGER kill ON events');
      expect(await refusal()).toMatch('restored from another cluster');
    }
    await adopt();
    expect(await published(2_500)).toEqual(texts.map((text, index) => `a/${2_501 + index} ${text}`));
  });

  it('makes unfinished republish runs and rebuilds begin anew', async () => {
    await log.append('a', 0, 'one');
    await log.pool.query(`INSERT INTO republish_runs VALUES ('leaderboard', NULL), ('webhook', now());
      CREATE SCHEMA rebuild;
      CREATE TABLE rebuild.progress (transaction_id bigint NOT NULL, position bigint NOT NULL);
      INSERT INTO rebuild.progress VALUES (1, 1)`);
    await restore();
    expect((await adopt()).lines.slice(0, 2)).toEqual([
      'the unfinished republish run for leaderboard is forgotten',
      'the unfinished rebuild begins anew',
    ]);
    const { rows } = await log.pool.query(
      'SELECT transaction_id, position, consumer FROM republish_runs, rebuild.progress',
    );
    expect(rows).toEqual([{ transaction_id: '0', position: '0', consumer: 'webhook' }]);
  });
});

describe('nothing is changed', () => {
  const everything = async () =>
    (
      await log.pool.query(
        'SELECT transaction_id, position FROM events UNION ALL SELECT transaction_id, position FROM relay_checkpoints',
      )
    ).rows;

  it.each([['of this server'], ['that was adopted']])('in a log %s', async (which) => {
    await log.append('a', 0, 'one');
    await published(1);
    await log.append('a', 1, 'two');
    if (which === 'that was adopted') {
      await restore();
      await adopt();
    }
    const before = await everything();
    expect(await adopt()).toEqual({
      code: 1,
      lines: ['Every event has a transaction id of this server: the log needs no adoption.'],
    });
    expect(await everything()).toEqual(before);
  });

  it('while a relay leads', async () => {
    const running = createPool(log.url, { applicationName: 'relay:notes/2', max: 1 });
    await log.append('a', 0, 'one');
    await published(1);
    await running.query("SELECT pg_advisory_lock(hashtextextended('relay_notes', 0))");
    await restore();
    expect(await adopt()).toEqual({ code: 1, lines: ['The relay notes is running.'] });
    await running.end();
  });

  it('where several relays have checkpoints', async () => {
    await log.pool.query("INSERT INTO relay_checkpoints VALUES ('new', 0, 1, 1), ('old', 0, 1, 1)");
    expect(await adopt()).toEqual({
      code: 1,
      lines: ['There are several relays, new, old: forget all but one.'],
    });
  });
});

/** The change of one event fails, and what was done before stays. */
const failingAt = (version: number): string => `
CREATE OR REPLACE FUNCTION kill() RETURNS trigger LANGUAGE plpgsql AS $$ BEGIN RAISE EXCEPTION 'killed'; END $$;
CREATE TRIGGER kill BEFORE UPDATE ON events FOR EACH ROW
WHEN (NEW.version = ${version}) EXECUTE FUNCTION kill();`;
