/**
 * The table of a queue and what is special about it. All texts are SQL of the service itself, in which `job` names the
 * table; none of it may come from a request. Each table has a column for the moment from which a row may be claimed,
 * one for the lease (text, null while nobody has the row), and two counters (integer, 0 by default): failures in a row
 * and leases in a row that expired without progress.
 */
export interface QueueTable {
  readonly table: string;
  /** The column that identifies a row. */
  readonly key: string;
  /** What a claim returns beside `id`, `lease`, `attempts` and `stalls`: columns or expressions with their names. */
  readonly returns: readonly string[];
  /** A `timestamptz` column: when a row may be claimed, and while it is leased the end of the lease. */
  readonly dueAt: string;
  /** Whether a row without that time may be claimed at once. Default: false, it does not wait for a worker. */
  readonly isDueWithoutTime?: boolean;
  /** The names of the other columns; their defaults are their keys. */
  readonly columns?: { readonly lease?: string; readonly attempts?: string; readonly stalls?: string };
  readonly leaseSeconds: number;
  /** What else must be true of a row that may be claimed. */
  readonly where?: string;
  /** Which row is claimed first. Default: the one that is due longest. */
  readonly orderBy?: string;
  /** Assignments that a claim makes, such as `status = 'running'`. */
  readonly onClaim?: string;
  /** Assignments of a job that goes back, such as `turn_at = now()` to put it behind all others. */
  readonly onRelease?: string;
  /** The column that tells the reason of the last failure, null after progress. Default: none. */
  readonly error?: string;
  /** What becomes of a finished row: assignments, or `delete`. */
  readonly completed: string;
  /** What becomes of a row that failed for good: assignments, or `delete`. Without it a job is tried for ever. */
  readonly failed?: string;
  /**
   * A unique index that allows one leased row per account. A claim that violates it, as another worker has just claimed
   * a row of the same account, is tried again.
   */
  readonly oneLeasedKey?: string;
}

/** A row as a worker has it. Claims of `T` bring its columns. */
export type Leased<T = object> = T & {
  readonly id: string;
  /** Proves to every later statement that no other worker has taken the row over. */
  readonly lease: string;
  /** Failures in a row. */
  readonly attempts: number;
  /** Leases in a row that expired without progress. */
  readonly stalls: number;
};
