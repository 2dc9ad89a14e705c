import type pg from 'pg';
import { CONTEXT, EventLog, noted } from '../testing/event-log.js';
import { GroupCommit } from '@cds/postgres';

let log: EventLog;
beforeAll(async () => {
  log = await EventLog.create();
});
afterEach(() => log.clear());
afterAll(() => log.drop());

const INSERT_NOTES = `INSERT INTO notes (stream_id, text, version) SELECT stream_id, text, version
FROM json_to_recordset($1::json) AS saved (stream_id text, text text, version int)`;

/** A pool that counts the statements it is given, and can be made to fail. */
const watched = (fail?: () => Error | undefined) => {
  const seen = { statements: 0, atOnce: 0, most: 0 };
  const connect = async () => {
    const client = await log.pool.connect();
    const query = async (statement: pg.QueryConfig) => {
      seen.statements += 1;
      seen.most = Math.max(seen.most, ++seen.atOnce);
      const failure = fail?.();
      try {
        if (failure) throw failure;
        return await client.query(statement);
      } finally {
        seen.atOnce -= 1;
      }
    };
    return { query, release: () => client.release() };
  };
  return { seen, pool: { connect } as unknown as pg.Pool };
};

let notes = 0;
const append = (db: GroupCommit, streamId: string, expectedVersion = 0) =>
  log.store.append(db, streamId, expectedVersion, [noted(streamId)], CONTEXT, () => [
    { text: INSERT_NOTES, rows: [{ stream_id: `note-${++notes}`, text: 'note', version: expectedVersion }] },
  ]);

const stored = async () => {
  const { rows } = await log.pool.query<{ events: number; notes: number }>(
    'SELECT (SELECT count(*)::int FROM events) AS events, (SELECT count(*)::int FROM notes) AS notes',
  );
  return rows[0];
};

const names = (count: number) =>
  Array.from({ length: count }, (_, index) => `stream-${String(index).padStart(3, '0')}`);

describe('concurrent writers', () => {
  it('share a few statements, and each of them is stored whole', async () => {
    const { pool, seen } = watched();
    const group = new GroupCommit(pool, { maxBatch: 50, maxInFlight: 2 });
    await Promise.all(names(200).map((name) => append(group, name)));
    expect(await stored()).toEqual({ events: 200, notes: 200 });
    expect(seen.statements).toBeLessThanOrEqual(6);
    expect(seen.most).toBeLessThanOrEqual(2);
  });

  it('who are refused fail alone', async () => {
    const group = new GroupCommit(log.pool);
    await append(group, 'stream-007');
    const outcomes = await Promise.allSettled(names(20).map((name) => append(group, name)));
    expect(outcomes.map(({ status }) => status)).toEqual(
      names(20).map((name) => (name === 'stream-007' ? 'rejected' : 'fulfilled')),
    );
    expect(outcomes[7]).toMatchObject({ reason: { code: 'resource.conflict' } });
    expect(await stored()).toEqual({ events: 20, notes: 20 });
  });

  it('to one stream come one after the other', async () => {
    const group = new GroupCommit(log.pool, { maxInFlight: 1 });
    const both = await Promise.allSettled([
      append(group, 'a'),
      append(group, 'a', 1),
      append(group, 'a', 1),
      append(group, 'b'),
    ]);
    expect(both.map(({ status }) => status)).toEqual(['fulfilled', 'fulfilled', 'rejected', 'fulfilled']);
    expect(await stored()).toEqual({ events: 3, notes: 3 });
  });
});

describe('a writer alone', () => {
  it('is one statement at once', async () => {
    const { pool, seen } = watched();
    await append(new GroupCommit(pool), 'a');
    expect(seen.statements).toBe(1);
  });
});

describe('a lost connection', () => {
  it('fails every writer of the statement, whose outcome is unknown, and none is tried twice', async () => {
    const { pool, seen } = watched(() =>
      Object.assign(new Error('Connection terminated unexpectedly'), { code: '57P01', severity: 'FATAL' }),
    );
    const group = new GroupCommit(pool, { maxInFlight: 1 });
    const outcomes = await Promise.allSettled(names(5).map((name) => append(group, name)));
    expect(outcomes.every(({ status }) => status === 'rejected')).toBe(true);
    expect(seen.statements).toBe(1);
  });

  it('does not keep later ones from being written', async () => {
    let broken = true;
    const { pool } = watched(() => (broken ? new Error('Connection terminated') : undefined));
    const group = new GroupCommit(pool);
    await expect(append(group, 'a')).rejects.toThrow('Connection terminated');
    broken = false;
    await append(group, 'a');
    expect(await stored()).toEqual({ events: 1, notes: 1 });
  });
});

describe('too many writers', () => {
  it('are told so, and those who wait are written', async () => {
    const group = new GroupCommit(log.pool, { maxInFlight: 1, maxBatch: 1, maxQueued: 3 });
    const outcomes = await Promise.allSettled(names(10).map((name) => append(group, name)));
    const refused = outcomes.filter((outcome) => outcome.status === 'rejected');
    expect(refused.length).toBeGreaterThan(0);
    for (const { reason } of refused)
      expect(reason).toMatchObject({ code: 'service.unavailable', retryAfterSeconds: 1 });
    expect(await stored()).toEqual({ events: 10 - refused.length, notes: 10 - refused.length });
  });
});
