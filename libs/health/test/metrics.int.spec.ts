import { createServicePools, type ServicePools } from '@cds/postgres';
import { type PostgresServer, startPostgres } from '@cds/testing';
import { Registry } from 'prom-client';
import { type InternalServer, listenInternally, poolMetrics, ReadinessRegistry } from '../src/index.js';

let server: PostgresServer;
let pools: ServicePools;
let readiness: ReadinessRegistry;
let internal: InternalServer;
beforeAll(async () => {
  server = await startPostgres();
}, 60_000);
beforeEach(async () => {
  const registry = new Registry();
  const sizes = { poolSize: 2, readPoolSize: 1, heavyReadPoolSize: 1 };
  pools = createServicePools(server.url(), 'measured', sizes, () => undefined);
  poolMetrics(registry, pools);
  readiness = new ReadinessRegistry();
  internal = await listenInternally({ host: '127.0.0.1', port: 0 }, registry, readiness);
});
afterEach(async () => {
  await internal.close();
  await Promise.all([pools.main.end(), pools.reads.end(), pools.heavyReads.end()]);
});
afterAll(() => server.stop());

const metrics = async (): Promise<string> => (await fetch(`http://127.0.0.1:${internal.port}/metrics`)).text();

describe('/metrics', () => {
  it('shows how many connections each pool has, and who waits for one', async () => {
    const taken = await pools.reads.connect();
    const waiting = pools.reads.query('SELECT 1');
    const text = await metrics();
    taken.release();
    await waiting;
    expect(text).toContain('cds_pool_max_connections{pool="main"} 2');
    expect(text).toContain('cds_pool_connections{pool="reads",state="active"} 1');
    expect(text).toContain('cds_pool_waiting{pool="reads"} 1');
    expect(text).toContain('cds_pool_waiting{pool="heavy_reads"} 0');
    expect(await metrics()).toContain('cds_pool_connections{pool="reads",state="idle"} 1');
  });

  it('shows that the process is ready', async () => {
    readiness.add('database', () => undefined);
    const text = await metrics();
    expect(text).toContain('cds_ready 1');
    expect(text).toContain('cds_readiness_check{check="database"} 1');
  });

  it('shows which check fails', async () => {
    readiness.add('database', () => undefined);
    readiness.add('kafka', () => Promise.reject(new Error('away')));
    const text = await metrics();
    expect(text).toContain('cds_ready 0');
    expect(text).toContain('cds_readiness_check{check="database"} 1');
    expect(text).toContain('cds_readiness_check{check="kafka"} 0');
  });

  it('shows that a process that drains is not ready', async () => {
    readiness.drain();
    expect(await metrics()).toContain('cds_ready 0');
  });
});
