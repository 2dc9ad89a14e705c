import type pg from 'pg';

/** Versions of a subject that a consumer never got: all after `from` and before `to`. */
export interface VersionGap {
  readonly subject: string;
  /** The version that was known; 0 for a subject that was not. */
  readonly from: number;
  /** The version that came next. */
  readonly to: number;
}

/** What a batch handler works with. */
export interface BatchContext {
  /** The transaction that also stores the offset: what is written through it counts once, whatever happens. */
  readonly tx: pg.PoolClient;
  /** The topic that the events are handled as. */
  readonly topic: string;
  /** The W3C trace that this work belongs to; null when no event of the batch has one. */
  readonly traceparent: string | null;
  /** Keeps the partitions while a long batch is being handled. Rejects when one is no longer this consumer's. */
  heartbeat(): Promise<void>;
  /** Runs `fn` once the transaction is committed, and never when it is rolled back. For wake-ups and caches. */
  afterCommit(fn: () => void): void;
  /**
   * Lets the commit return before it is on PostgreSQL's disk, which saves the wait for it. A crash of the server in
   * that moment forgets what the transaction wrote together with the offset, and the events are handled once more. Only
   * for work that leads to the same result then: nothing may have left the database that would be made differently,
   * such as the id of a published event.
   */
  commitAsynchronously(): void;
  /** Logs and counts versions that are missing, once the transaction is committed. */
  noticeVersionGaps(gaps: readonly VersionGap[]): void;
}
