import { createServicePools, type ServicePools } from '@cds/postgres';
import { eventually, type PostgresServer, startPostgres } from '@cds/testing';
import { WorkMetrics } from '@cds/work-queue';
import { Registry } from 'prom-client';
import { DatabaseWatch, type DatabaseWatchOptions, ReadinessRegistry } from '../src/index.js';

let server: PostgresServer;
let pools: ServicePools;
let watch: DatabaseWatch;
beforeAll(async () => {
  server = await startPostgres();
}, 60_000);
afterEach(async () => {
  await watch.stop();
  await Promise.all([pools.main.end(), pools.reads.end(), pools.heavyReads.end()]);
});
afterAll(() => server.stop());

const watching = (options: DatabaseWatchOptions): void => {
  const sizes = { poolSize: 2, readPoolSize: 1, heavyReadPoolSize: 1 };
  pools = createServicePools(server.url(), 'watched', sizes, () => undefined);
  const reports = { log: { event: () => undefined }, metrics: new WorkMetrics(new Registry()) };
  watch = new DatabaseWatch(server.url(), 'watched', pools, reports, { everyMs: 20, ...options });
  watch.start();
};

describe('a pool that fails while new connections work', () => {
  it('makes the process one to be restarted after a while, until the pool works again', async () => {
    watching({ checkTimeoutMs: 500, stuckAfterMs: 100 });
    const registry = new ReadinessRegistry();
    registry.addLiveness('database', () => watch.problem);
    expect(registry.live()).toEqual({ status: 'live', checks: {} });
    const taken = [await pools.main.connect(), await pools.main.connect()];
    await eventually(() => expect(registry.live().status).toBe('stuck'), { timeoutMs: 20_000 });
    for (const client of taken) client.release();
    await eventually(() => expect(registry.live().status).toBe('live'), { timeoutMs: 20_000 });
  });
});

describe('a pool that is full of work', () => {
  it('makes no process one to be restarted, however long a connection has to be waited for', async () => {
    watching({ checkTimeoutMs: 500, stuckAfterMs: 300 });
    const others = Array.from({ length: 11 }, async () => {
      for (let round = 0; round < 3; round += 1) await pools.main.query('SELECT pg_sleep(0.25)');
    });
    const problems: (string | undefined)[] = [];
    const check = setInterval(() => problems.push(watch.problem), 50);
    await Promise.all(others);
    clearInterval(check);
    expect(problems.length).toBeGreaterThan(20);
    expect(problems.filter((problem) => problem !== undefined)).toEqual([]);
  });
});

describe('a server that shuts down in order', () => {
  it('gets rid of the connections of every pool, used or not, and ends', async () => {
    watching({ checkTimeoutMs: 2_000 });
    await Promise.all([
      pools.main.query('SELECT 1'),
      pools.reads.query('SELECT 1'),
      pools.heavyReads.query('SELECT 1'),
    ]);
    let isOver = false;
    const traffic = (async () => {
      while (!isOver) await pools.main.query('SELECT pg_sleep(0.01)').catch(() => undefined);
    })();
    process.kill(server.process.pid, 'SIGTERM');
    try {
      await eventually(() => expect(server.process.isRunning()).toBe(false), { timeoutMs: 8_000 });
    } finally {
      isOver = true;
      await traffic;
    }
  });
});
