import type { ServicePools } from '@cds/postgres';
import { Gauge, type Registry } from 'prom-client';

/** Shows on /metrics how many connections each pool of a service has, and how many statements wait for one. */
export const poolMetrics = (registry: Registry, pools: ServicePools): void => {
  const registers = [registry];
  const named = Object.entries({ main: pools.main, reads: pools.reads, heavy_reads: pools.heavyReads });
  const most = new Gauge({
    name: 'cds_pool_max_connections',
    help: 'Most connections to PostgreSQL that a pool opens',
    labelNames: ['pool'],
    registers,
  });
  for (const [pool, { options }] of named) most.set({ pool }, options.max);
  new Gauge({
    name: 'cds_pool_connections',
    help: 'Connections to PostgreSQL that a pool has open, by state: active or idle',
    labelNames: ['pool', 'state'],
    registers,
    collect() {
      for (const [pool, { totalCount, idleCount }] of named) {
        this.set({ pool, state: 'active' }, totalCount - idleCount);
        this.set({ pool, state: 'idle' }, idleCount);
      }
    },
  });
  new Gauge({
    name: 'cds_pool_waiting',
    help: 'Statements and transactions that wait for a connection of a pool',
    labelNames: ['pool'],
    registers,
    collect() {
      for (const [pool, { waitingCount }] of named) this.set({ pool }, waitingCount);
    },
  });
};
