import { afterAll, afterEach, beforeAll, describe, expect, it } from '@jest/globals';
import { hasCode } from '@cds/errors';
import pg from 'pg';
import { CONTEXT, EventLog, facts, noted } from '../testing/event-log.js';
import { type BinaryValues, copyBinary, copyLine, copyRows } from '@cds/postgres';

let log: EventLog;
beforeAll(async () => {
  log = await EventLog.create();
  await log.pool.query(`
    CREATE TABLE kinds (id int PRIMARY KEY, text text, number float8, truth bool, at timestamptz(3), json jsonb,
      nothing text, shared text);
    CREATE FUNCTION end_session() RETURNS trigger LANGUAGE plpgsql AS $$ BEGIN PERFORM
      pg_terminate_backend(pg_backend_pid()); RETURN NEW; END $$;
    CREATE TABLE measures (id int PRIMARY KEY, text text, many bigint, at timestamptz(3));
    CREATE TABLE deadly (one int, two int);
    CREATE TRIGGER deadly AFTER INSERT ON deadly FOR EACH ROW EXECUTE FUNCTION end_session();`);
});
afterEach(() => log.clear());
afterAll(() => log.drop());

const COLUMNS = ['id', 'text', 'number', 'truth', 'at', 'json', 'nothing', 'shared'];
const TEXTS = ['', '\\N', '\\.', 'a\tb', 'a\nb\r\nc', 'back\\slash \\n', '"quoted" 🐟', 'NULL', '{1}'];

it('gives each row what it was told, whatever the text', async () => {
  const tx = await log.begin();
  const at = new Date('2026-05-01T08:00:00.123Z');
  const lines = TEXTS.map((text, id) =>
    copyLine([id, text, -0.000_000_1, id % 2 === 0, at, JSON.stringify({ [text]: text }), null]),
  );
  await copyRows(tx, 'kinds', COLUMNS, lines, ['the\tsame']);
  const { rows } = await tx.query('SELECT * FROM kinds ORDER BY id');
  expect(rows).toEqual(
    TEXTS.map((text, id) => ({
      id,
      text,
      number: -0.000_000_1,
      truth: id % 2 === 0,
      at,
      json: { [text]: text },
      nothing: null,
      shared: 'the\tsame',
    })),
  );
});

it('takes lines that share no end', async () => {
  const tx = await log.begin();
  await copyRows(tx, 'kinds', ['id', 'text'], [copyLine([1, 'one']), copyLine([2, null])], []);
  const { rows } = await tx.query('SELECT id, text FROM kinds ORDER BY id');
  expect(rows).toEqual([
    { id: 1, text: 'one' },
    { id: 2, text: null },
  ]);
});

/** As many as are sent in several pieces; those from `again` on have the id of the first. */
const manyLines = function* (again = Infinity): Generator<string> {
  for (let id = 0; id < 10_000; id += 1) yield copyLine([id < again ? id : 0, `line ${id}`]);
};

it('sends lines while the next ones are made', async () => {
  const tx = await log.begin();
  await copyRows(tx, 'kinds', ['id', 'text', 'shared'], manyLines(), ['x']);
  const { rows } = await tx.query(`
    SELECT count(*)::int AS count, count(*) FILTER (WHERE text = 'line ' || id AND shared = 'x')::int AS right
    FROM kinds`);
  expect(rows).toEqual([{ count: 10_000, right: 10_000 }]);
});

it.each([100, 9_999])('fails when row %d of many cannot be stored, and the connection goes on', async (row) => {
  const tx = await log.begin();
  await expect(copyRows(tx, 'kinds', ['id', 'text'], manyLines(row), [])).rejects.toMatchObject({ code: '23505' });
  await tx.query('ROLLBACK');
  expect((await tx.query('SELECT FROM kinds')).rowCount).toBe(0);
});

it.each([0, 9_000])('fails when no more than %d lines can be made, and the connection goes on', async (count) => {
  const tx = await log.begin();
  const failing = function* (): Generator<string> {
    let made = 0;
    for (const line of manyLines()) {
      made += 1;
      if (made > count) throw new Error('no line');
      yield line;
    }
  };
  await expect(copyRows(tx, 'kinds', ['id', 'text'], failing(), [])).rejects.toThrow('no line');
  await tx.query('ROLLBACK');
  expect((await tx.query('SELECT FROM kinds')).rowCount).toBe(0);
});

it('inserts nothing of no rows', async () => {
  const tx = await log.begin();
  await copyRows(tx, 'no_such_table', COLUMNS, [], []);
  expect((await tx.query('SELECT 1')).rowCount).toBe(1);
});

it('fails with the error of the server, and the connection goes on', async () => {
  const tx = await log.begin();
  await expect(copyRows(tx, 'kinds', ['id', 'shared'], ['1', '1'], ['x'])).rejects.toMatchObject({
    code: '23505',
    constraint: 'kinds_pkey',
  });
  await tx.query('ROLLBACK');
  expect((await tx.query('SELECT FROM kinds')).rowCount).toBe(0);
});

it('fails when the connection breaks half-way', async () => {
  const client = new pg.Client(log.url);
  client.on('error', () => undefined);
  await client.connect();
  await expect(copyRows(client, 'deadly', ['one', 'two'], [copyLine([1])], [2])).rejects.toThrow();
});

it('begins streams whose events load as they were given, with the priority of the context', async () => {
  const tx = await log.begin();
  const context = {
    ...CONTEXT,
    actor: { accountId: 'account-1', credentialId: 'key-1' },
    requestId: 'request\\1',
    priority: 'bulk',
  } as const;
  await log.store.begin(
    tx,
    TEXTS.map((text, index) => log.store.first(`s${index}`, noted(text))),
    context,
  );
  await tx.query('COMMIT');
  const streams = await Promise.all(TEXTS.map((_, index) => log.store.load(log.pool, `s${index}`)));
  expect(streams.flatMap(facts)).toEqual(TEXTS.map((text, index) => `s${index}/1 ${text}`));
  expect((await log.store.load(log.pool, 's0'))[0]?.metadata).toMatchObject({
    version: 1,
    occurredAt: context.occurredAt,
    actor: context.actor,
    requestId: 'request\\1',
    traceparent: null,
  });
  expect(await log.lanesOf('s1')).toEqual([1]);
});

it('begins no stream when one of them exists', async () => {
  await log.append('b', 0, 'is there');
  const begun = log.beginBulk('b', 'again');
  const error = await begun.then(
    () => undefined,
    (thrown: unknown) => thrown,
  );
  expect(hasCode(error, 'resource.conflict')).toBe(true);
  expect(facts(await log.store.load(log.pool, 'b'))).toEqual(['b/1 is there']);
});

describe('in binary', () => {
  interface Measure {
    id: number;
    text: string | null;
    many: number;
    at: Date | null;
  }

  const MEASURED = ['id', 'text', 'many', 'at'];
  const write = (to: BinaryValues, { id, text, many, at }: Measure): void => {
    to.int4(id)
      .text(text)
      .int8(many)
      .timestamptz(at === null ? null : at.getTime());
  };
  const AT = new Date('2026-05-01T08:00:00.123Z');
  const measured = (id: number, overrides: Partial<Measure> = {}): Measure => ({
    id,
    text: 'one',
    many: 1,
    at: AT,
    ...overrides,
  });

  it('gives each row its values, whatever they are', async () => {
    const rows = [
      ...[...TEXTS, null].map((text, index) => measured(index, { text })),
      ...[0, -1, 2 ** 31, -(2 ** 31) - 1, 2 ** 32, -(2 ** 32), Number.MAX_SAFE_INTEGER, Number.MIN_SAFE_INTEGER].map(
        (many, index) => measured(-100 - index, { many }),
      ),
      ...[
        '1969-12-31T23:59:59.999Z',
        '1999-12-31T23:59:59.999Z',
        '2000-01-01T00:00:00.000Z',
        '9999-12-31T23:59:59.999Z',
      ]
        .map((time) => new Date(time))
        .map((at, index) => measured(2 ** 31 - 1 - index, { at })),
      measured(-(2 ** 31), { at: null }),
    ];
    const tx = await log.begin();
    await copyBinary(tx, 'measures', MEASURED, rows, write);
    const stored = await tx.query<Measure>('SELECT id, text, many::float8 AS many, at FROM measures ORDER BY id');
    expect(stored.rows).toEqual(rows.sort((a, b) => a.id - b.id));
  });

  it('takes many rows, and one that is longer than a piece', async () => {
    const rows = Array.from({ length: 10_000 }, (_, id) =>
      measured(id, { text: id === 500 ? '🐟'.repeat(50_000) : 'a' }),
    );
    const tx = await log.begin();
    await copyBinary(tx, 'measures', MEASURED, rows, write);
    const stored = await tx.query('SELECT count(*)::int AS rows, max(length(text)) AS longest FROM measures');
    expect(stored.rows).toEqual([{ rows: 10_000, longest: 50_000 }]);
  });

  it('stores nothing when making the rows fails', async () => {
    const tx = await log.begin();
    const rows = function* (): Generator<Measure> {
      for (let id = 0; id < 10_000; id += 1) yield measured(id);
      throw new Error('no more rows');
    };
    await expect(copyBinary(tx, 'measures', MEASURED, rows(), write)).rejects.toThrow();
    await tx.query('ROLLBACK');
    expect((await log.pool.query('SELECT FROM measures')).rowCount).toBe(0);
  });

  it('does nothing without rows', async () => {
    const tx = await log.begin();
    await copyBinary(tx, 'measures', MEASURED, [], write);
    expect((await tx.query('SELECT FROM measures')).rowCount).toBe(0);
  });
});
