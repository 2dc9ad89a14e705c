import type pg from 'pg';
import { createPool } from './pool.js';

export interface PoolSizes {
  readonly poolSize: number;
  readonly readPoolSize: number;
  readonly heavyReadPoolSize: number;
}

export interface ServicePools {
  /** Writes, consumers, the relay's mapper, jobs and the generated Prisma client. */
  readonly main: pg.Pool;
  /** Reads of bounded cost. */
  readonly reads: pg.Pool;
  /** Counts and searches. */
  readonly heavyReads: pg.Pool;
}

/** What a read may take in all, with its wait for a connection, is less than the time that the gateway waits. */
const READS = { acquireTimeoutMs: 3_000, statementTimeoutMs: 5_500, queryTimeoutMs: 6_500 };
/** None takes more than one core, so that the number of those at once says how many cores they leave to others. */
const HEAVY_READS = { ...READS, parallelWorkers: 0 };

/**
 * The pools of a service by purpose, each with connections and time-outs of its own, so that no reader can take the
 * connections of writers. A pool opens connections when they are needed: one that is not used has none.
 */
export const createServicePools = (
  url: string,
  service: string,
  { poolSize, readPoolSize, heavyReadPoolSize }: PoolSizes,
  onIdleError: (error: Error) => void,
): ServicePools => ({
  main: createPool(url, { applicationName: service, max: poolSize, onIdleError }),
  reads: createPool(url, { ...READS, applicationName: `${service}-reads`, max: readPoolSize, onIdleError }),
  heavyReads: createPool(url, {
    ...HEAVY_READS,
    applicationName: `${service}-heavy-reads`,
    max: heavyReadPoolSize,
    onIdleError,
  }),
});
