import type { QueueTable } from './queue-table.js';

/** The statements of a queue. `$1` is the row's key and `$2` its lease, except in `claim`. */
export interface QueueSql {
  /** `$1` is the new lease, `$2` how many rows are wanted. */
  readonly claim: string;
  readonly renew: string;
  /** Extends the lease, clears the counters and makes further assignments, with values from `$3` on. */
  progress(assignments: readonly string[]): string;
  /** `$3` is after how many seconds. */
  readonly release: string;
  /** The same after a failure; `$4` is the reason where the table has a column for it. */
  readonly retry: string;
  readonly complete: string;
  /** `$3` is the reason where the table has a column for it. Null where a job never fails for good. */
  readonly fail: string | null;
}

export const queueSql = (queue: QueueTable): QueueSql => {
  const { table, key, dueAt, error } = queue;
  const { lease, attempts, stalls } = columnsOf(queue);
  const own = `WHERE ${key} = $1 AND ${lease} = $2`;
  const change = (assignments: readonly (string | undefined)[]): string =>
    `UPDATE ${table} AS job SET ${assignments.filter((one) => one !== undefined).join(', ')} ${own}`;
  const end = (how: string, reason: string | undefined): string =>
    how === 'delete' ? `DELETE FROM ${table} ${own}` : change([how, `${lease} = NULL`, reason]);
  const renewed = `${dueAt} = ${leasedUntil(queue)}`;
  const cleared = [`${attempts} = 0`, `${stalls} = 0`, error && `${error} = NULL`];
  // Whoever gives a row back did not stall.
  const released = [
    `${lease} = NULL`,
    `${stalls} = 0`,
    `${dueAt} = now() + make_interval(secs => $3)`,
    queue.onRelease,
  ];
  return {
    claim: claimSql(queue),
    renew: change([renewed]),
    progress: (assignments) => change([renewed, ...cleared, ...assignments]),
    release: change(released),
    retry: change([...released, `${attempts} = ${attempts} + 1`, error && `${error} = $4`]),
    complete: end(queue.completed, error && `${error} = NULL`),
    fail: queue.failed === undefined ? null : end(queue.failed, error && `${error} = $3`),
  };
};

const columnsOf = ({ columns = {} }: QueueTable) => ({
  lease: columns.lease ?? 'lease',
  attempts: columns.attempts ?? 'attempts',
  stalls: columns.stalls ?? 'stalls',
});

const leasedUntil = ({ leaseSeconds }: QueueTable): string => `now() + make_interval(secs => ${leaseSeconds})`;

/** A row whose lease expired still has one: a worker that gives its row back takes the lease off. */
const claimSql = (queue: QueueTable): string => {
  const { table, key, dueAt, isDueWithoutTime = false, where, orderBy = dueAt, onClaim, returns } = queue;
  const { lease, attempts, stalls } = columnsOf(queue);
  const isDue = isDueWithoutTime ? `(job.${dueAt} IS NULL OR job.${dueAt} <= now())` : `job.${dueAt} <= now()`;
  const found = [
    `job.${key} AS id`,
    `job.${lease} AS lease`,
    `job.${attempts} AS attempts`,
    `job.${stalls} AS stalls`,
    ...returns,
  ];
  return `
WITH next AS MATERIALIZED (
  SELECT ${key} AS next_key FROM ${table} AS job WHERE ${isDue}${where ? ` AND ${where}` : ''}
  ORDER BY ${orderBy} LIMIT $2 FOR UPDATE OF job SKIP LOCKED)
UPDATE ${table} AS job
SET ${stalls} = job.${stalls} + (job.${lease} IS NOT NULL)::int, ${lease} = $1, ${dueAt} = ${leasedUntil(queue)}
  ${onClaim ? `, ${onClaim}` : ''}
FROM next WHERE job.${key} = next.next_key
RETURNING ${found.join(', ')}`;
};
