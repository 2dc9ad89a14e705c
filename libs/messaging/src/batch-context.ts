import type pg from 'pg';

/** What a batch handler works with. */
export interface BatchContext {
  /** The transaction that also stores the offset: what is written through it counts once, whatever happens. */
  readonly tx: pg.PoolClient;
  readonly topic: string;
  /** Tells Kafka that a long batch is still being worked on. Rejects when a partition is no longer this consumer's. */
  heartbeat(): Promise<void>;
  /** Runs `fn` once the transaction is committed, and never when it is rolled back. For wake-ups and caches. */
  afterCommit(fn: () => void): void;
}
