import { afterAll, beforeAll, beforeEach, describe, expect, it, jest } from '@jest/globals';
import { closeIdle, POOL, READ_POOL } from '@cds/postgres';
import { eventually, FreezingProxy, testDatabase } from '@cds/testing';
import { Clock } from '@cds/service-kit';
import type pg from 'pg';
import { StoredKeyQuery } from '../src/identity/api-keys/stored-key.query.js';
import { Sessions } from '../src/identity/people/sessions/sessions.js';
import { type GatewayHarness, startGateway } from './gateway.harness.js';
import { problemOf, send } from './http.harness.js';
import { startUpstream, type TestUpstream } from './upstream.harness.js';

let proxy: FreezingProxy;
let upstream: TestUpstream;
let gateway: GatewayHarness;
let stranger: string;
/** One for each test, as what is remembered of a key outlasts it. */
let regulars: string[];
let regular: string;

beforeAll(async () => {
  const database = await testDatabase('gateway');
  proxy = await FreezingProxy.to(database.url);
  upstream = await startUpstream();
  gateway = await startGateway({
    database: { ...database, url: proxy.url },
    upstreams: { catch: upstream.url },
    // Frozen connections of one test remain in use while the next ones run.
    environment: { DATABASE_POOL_SIZE: '30' },
  });
  // Before the connections of the tests themselves are frozen too.
  const keys = await Promise.all(Array.from({ length: 5 }, () => gateway.storeKey()));
  [stranger = '', ...regulars] = keys.map(({ key }) => key);
});
afterAll(async () => {
  // Ends the connections that are silent: a gateway that stops would wait for their statements to fail.
  await proxy.close();
  await gateway.stop();
  await upstream.stop();
});

const ask = (key: string) => send(gateway.url, '/v1/catches', { headers: { authorization: `Bearer ${key}` } });

/** Freezes every connection of the gateway, and tells whether a statement of a writer has failed of it since. */
const freeze = async (): Promise<{ writerFailed: () => boolean }> => {
  const pool = gateway.service.app.get<pg.Pool>(POOL);
  // Those that an earlier test has frozen.
  closeIdle(pool);
  await Promise.all([pool.query('SELECT 1'), pool.query('SELECT 1'), pool.query('SELECT 1')]);
  proxy.freeze();
  let failed = false;
  pool.query('SELECT 1').catch(() => (failed = true));
  return { writerFailed: () => failed };
};

const isIdle = (pool: pg.Pool) => expect([pool.idleCount > 0, pool.idleCount]).toEqual([true, pool.totalCount]);

describe('when the connections to the database go silent', () => {
  beforeEach(async () => {
    regular = regulars.pop() ?? '';
    // The key is remembered for a second: the next look-up after that leaves a connection.
    await eventually(async () => {
      expect((await ask(regular)).status).toBe(200);
      isIdle(gateway.service.app.get<pg.Pool>(READ_POOL));
    });
  });

  it('who was not here gets a 503 long before the statement of a writer fails', async () => {
    const { writerFailed } = await freeze();
    const answer = await ask(stranger);
    expect(problemOf(answer)).toMatchObject({ status: 503, code: 'service.unavailable' });
    expect([answer.headers['retry-after'], writerFailed()]).toEqual(['1', false]);
    // The silent connections were closed: the next look-up gets a new one.
    expect((await ask(stranger)).status).toBe(200);
  });

  it('who was here goes on before the look-up fails', async () => {
    const clock = jest.spyOn(gateway.service.app.get(Clock), 'now');
    const look = jest.spyOn(gateway.service.app.get(StoredKeyQuery), 'byHash');
    await freeze();
    clock.mockReturnValue(new Date(Date.now() + 20_000));
    const { status } = await ask(regular);
    clock.mockRestore();
    expect([status, look.mock.results.length]).toEqual([200, 1]);
    const lookUp = look.mock.results[0]?.value as Promise<unknown>;
    expect(await Promise.race([lookUp.catch(() => 'failed'), Promise.resolve('under way')])).toBe('under way');
    await expect(lookUp).rejects.toThrow('Query read timeout');
  });

  it('requests are counted in memory long before the statement of a writer fails', async () => {
    const { writerFailed } = await freeze();
    const answer = await send(gateway.url, '/v1/nothing');
    expect([answer.status, writerFailed()]).toEqual([404, false]);
    expect(answer.headers['ratelimit']).toMatch(/^"address";r=\d+;t=\d+$/);
  });

  it('the session of a browser gets a failure that says when to come again, as early', async () => {
    const { writerFailed } = await freeze();
    const failure = await gateway.service.app
      .get(Sessions)
      .personBy('unknown')
      .catch((error: unknown) => error);
    expect(failure).toMatchObject({ code: 'service.unavailable', retryAfterSeconds: 1 });
    expect(writerFailed()).toBe(false);
  });
});
