import { eventually, FreezingProxy, testDatabase, type TestDatabase } from '@cds/testing';
import type pg from 'pg';
import { createPool, GroupCommit } from '../src/index.js';

const INSERT = `INSERT INTO notes (stream_id, version, text) SELECT stream_id, version, text
FROM json_to_recordset($1::json) AS note (stream_id text, version int, text text)`;

let database: TestDatabase;
let pool: pg.Pool;
beforeAll(async () => {
  database = await testDatabase('empty');
  pool = createPool(database.url, { applicationName: 'group-commit', max: 6 });
  await pool.query(
    `CREATE TABLE notes (stream_id text, version int, text text, external_id text UNIQUE,
      PRIMARY KEY (stream_id, version))`,
  );
});
beforeEach(() => pool.query('TRUNCATE notes'));
afterAll(async () => {
  await pool.end();
  await database.drop();
});

const note = (streamId: string, text = '') => [{ text: INSERT, rows: [{ stream_id: streamId, version: 1, text }] }];
const stored = async (): Promise<string[]> =>
  (await pool.query<{ stream_id: string }>('SELECT stream_id FROM notes ORDER BY 1')).rows.map((row) => row.stream_id);
const names = Array.from({ length: 20 }, (_, index) => `stream-${String(index).padStart(2, '0')}`);

/** The pool, with a count of the statements sent through it. */
const counted = () => {
  const seen = { statements: 0 };
  const connect = async () => {
    const client = await pool.connect();
    const query = (statement: pg.QueryConfig) => {
      seen.statements += 1;
      return client.query(statement);
    };
    return { query, release: (error?: Error) => client.release(error) };
  };
  return { seen, pool: { connect } as unknown as pg.Pool };
};

describe('a writer whose row exists', () => {
  it('fails alone, and the others go in one more statement', async () => {
    await new GroupCommit(pool).commit('x', note('stream-07'));
    const { seen, pool: watched } = counted();
    const group = new GroupCommit(watched, { maxInFlight: 1 });
    const outcomes = await Promise.allSettled(names.map((name) => group.commit(name, note(name))));
    expect(outcomes.filter(({ status }) => status === 'rejected')).toHaveLength(1);
    expect(outcomes[7]).toMatchObject({ reason: { constraint: 'notes_pkey' } });
    expect(await stored()).toEqual(names);
    expect(seen.statements).toBe(2);
  });

  it('is found where another writer of its group has the same row, and the first of them is stored', async () => {
    const group = new GroupCommit(pool, { maxInFlight: 1 });
    const [first, second] = await Promise.allSettled([
      group.commit('a', note('same')),
      group.commit('b', note('same')),
    ]);
    expect([first.status, second.status]).toEqual(['fulfilled', 'rejected']);
  });
});

describe('a writer beside a blocked statement', () => {
  it('uses the free slot although few others wait', async () => {
    const blocker = await pool.connect();
    await blocker.query('BEGIN');
    await blocker.query(INSERT, [JSON.stringify([{ stream_id: 'blocked', version: 1 }])]);
    const group = new GroupCommit(pool);
    const blocked = group.commit('blocked', note('blocked'));
    await eventually(async () => {
      const { rows } = await pool.query(`SELECT FROM pg_stat_activity WHERE wait_event_type = 'Lock'
        AND application_name = 'group-commit'`);
      expect(rows).toHaveLength(1);
    });
    await group.commit('free', note('free'));
    expect(await stored()).toEqual(['free']);
    await blocker.query('ROLLBACK');
    blocker.release();
    await blocked;
  });
});

describe('a group without a connection', () => {
  it('waits for the next one instead of failing', async () => {
    const few = createPool(database.url, { applicationName: 'few', max: 1, acquireTimeoutMs: 50 });
    const taken = await few.connect();
    const group = new GroupCommit(few);
    const written = Promise.all(names.map((name) => group.commit(name, note(name))));
    await expect(few.connect()).rejects.toThrow('timeout exceeded');
    taken.release();
    await written;
    expect(await stored()).toEqual(names);
    await few.end();
  });

  it('fails as unavailable when none is to be had in time', async () => {
    const away = createPool('postgres://nobody@127.0.0.1:1/none', { applicationName: 'away' });
    const group = new GroupCommit(away, { maxWaitMs: 100 });
    await expect(group.commit('a', note('a'))).rejects.toMatchObject({
      code: 'service.unavailable',
      cause: { code: 'ECONNREFUSED' },
    });
    await away.end();
  });
});

describe('writes that depend on when they are sent', () => {
  it('are made when there is a connection', async () => {
    const few = createPool(database.url, { applicationName: 'few', max: 1 });
    const taken = await few.connect();
    let made = 0;
    const written = new GroupCommit(few).commit('a', () => {
      made += 1;
      return note('a');
    });
    await pool.query('SELECT 1');
    expect(made).toBe(0);
    taken.release();
    await written;
    expect(made).toBe(1);
    await few.end();
  });
});

describe('connections that went silent', () => {
  it('cost the writers that were in flight, while later ones use new connections', async () => {
    const proxy = await FreezingProxy.to(database.url);
    const behind = createPool(proxy.url, { applicationName: 'silent', max: 4 });
    const group = new GroupCommit(behind, { maxInFlight: 1, slowAfterMs: 100, deadlineMs: 3_000 });
    await Promise.all(Array.from({ length: 4 }, () => behind.query('SELECT pg_sleep(0.05)')));
    proxy.freeze();
    const settled: string[] = [];
    const lost = group.commit('lost', note('lost')).catch(() => settled.push('lost'));
    await eventually(() => expect(proxy.dropped).toBeGreaterThan(0));
    await Promise.all(names.map((name) => group.commit(name, note(name))));
    settled.push('later ones');
    await lost;
    expect(settled).toEqual(['later ones', 'lost']);
    expect(await stored()).toEqual(names);
    await behind.end();
    await proxy.close();
  });
});
