import { eventually, OtlpReceiver, testDatabase, type TestDatabase } from '@cds/testing';
import { runIn, startSpan, startTracing, type Tracing } from '@cds/tracing';
import type pg from 'pg';
import { Registry } from 'prom-client';
import { createPool, GroupCommit, inTransaction } from '../src/index.js';

let database: TestDatabase;
let collector: OtlpReceiver;
let tracing: Tracing;
let pool: pg.Pool;
beforeAll(async () => {
  database = await testDatabase('empty');
  collector = await OtlpReceiver.start();
  const settings = { endpoint: collector.url, headers: {}, serviceName: undefined, resourceAttributes: {}, ratio: 1 };
  tracing = await startTracing({
    settings: { ...settings, sampler: 'parentbased_always_on' },
    service: 'postgres',
    isEdge: false,
    registry: new Registry(),
    onExport: () => undefined,
  });
  pool = createPool(database.url, { applicationName: 'tests', max: 1 });
  await pool.query('CREATE TABLE facts (id integer PRIMARY KEY, said text)');
});
afterAll(async () => {
  await pool?.end();
  await tracing?.stop();
  await collector?.stop();
  await database?.drop();
});

/** The trace of one request, and what ran for it, by name. */
const request = async (digit: string, work: () => Promise<unknown>): Promise<string> => {
  const trace = digit.repeat(32);
  const span = startSpan('request', { kind: 'server', parent: `00-${trace}-${'b'.repeat(16)}-01` });
  await runIn(span, work);
  span?.end();
  return trace;
};
const namesOf = (trace: string): string[] => collector.ofTrace(trace).map(({ name }) => name);

it('each statement is a span of the request that waits for it, also behind others for a connection', async () => {
  const insert = (id: number) => () => pool.query('INSERT INTO facts (id, said) VALUES ($1, $2)', [id, 'secret words']);
  const traces = await Promise.all(['1', '2', '3'].map((digit) => request(digit, insert(Number(digit)))));
  await eventually(() => expect(traces.map(namesOf)).toEqual(traces.map(() => ['INSERT INTO facts', 'request'])));
  expect(collector.bodies.join('')).not.toContain('secret words');
});

it('a transaction shows what it is made of, and the code of what failed', async () => {
  const trace = await request('4', async () => {
    const twice = inTransaction(pool, (tx) => tx.query('INSERT INTO facts (id) VALUES (1)'));
    await expect(twice).rejects.toMatchObject({ code: '23505' });
  });
  await eventually(() => expect(namesOf(trace)).toContain('request'));
  expect(namesOf(trace)).toEqual(['BEGIN', 'INSERT INTO facts', 'ROLLBACK', 'request']);
  expect(collector.ofTrace(trace)[1]).toMatchObject({ status: { code: 2 }, attributes: { 'error.type': '23505' } });
});

it('writes that are committed together are one span, linked to all requests that wait for it', async () => {
  const commits = new GroupCommit(pool, { maxInFlight: 1 });
  const write = (id: number) => ({
    text: 'INSERT INTO facts (id) SELECT id FROM jsonb_to_recordset($1::jsonb) AS given (id integer)',
    rows: [{ id }],
  });
  const traces = await Promise.all(
    ['5', '6', '7'].map((digit) => request(digit, () => commits.commit(digit, [write(Number(digit))]))),
  );
  await eventually(() => expect(traces.flatMap(namesOf).filter((name) => name === 'request')).toHaveLength(3));
  const written = traces.flatMap((trace) => collector.ofTrace(trace)).filter(({ name }) => name !== 'request');
  expect(written.every(({ name }) => name === 'INSERT INTO facts')).toBe(true);
  expect(written.flatMap(({ traceId, linkedTraces }) => [traceId, ...linkedTraces]).sort()).toEqual(traces);
});

it('work that nobody traced has no spans', async () => {
  const before = collector.spans.length;
  await pool.query('SELECT count(*) FROM facts');
  const trace = await request('8', () => pool.query('SELECT 1'));
  await eventually(() => expect(namesOf(trace)).toEqual(['SELECT', 'request']));
  expect(collector.spans).toHaveLength(before + 2);
});
