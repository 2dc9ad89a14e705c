import type { QueueTable } from '@cds/work-queue';

export type JobTable = 'imports' | 'exports';

/** What every job's row has beside its lease. */
export interface AccountJob {
  account_id: string;
  created_at: Date;
}

/** After this time the job that waits longest has its turn. */
export const TURN_MS = 10_000;

const LEASE_SECONDS = 15;

/**
 * The jobs of accounts: an account has one that runs, and the job that waited longest has the next turn. Two workers
 * may claim two jobs of one account at the same moment: the index on running ones refuses the second.
 */
export const accountJobs = (table: JobTable, columns: readonly string[], completed = ''): QueueTable => ({
  table,
  key: 'id',
  returns: ['account_id', 'created_at', ...columns],
  dueAt: 'leased_until',
  isDueWithoutTime: true,
  leaseSeconds: LEASE_SECONDS,
  where: `job.status IN ('queued', 'running') AND (job.status = 'running' OR NOT EXISTS (SELECT FROM ${table} AS other
    WHERE other.account_id = job.account_id AND other.status = 'running'))`,
  orderBy: 'job.turn_at',
  onClaim: "status = 'running'",
  onRelease: 'turn_at = now()',
  error: 'error',
  completed: `status = 'completed', completed_at = now()${completed}`,
  failed: "status = 'failed', completed_at = now()",
  oneLeasedKey: `${table}_account_id_running_key`,
});
