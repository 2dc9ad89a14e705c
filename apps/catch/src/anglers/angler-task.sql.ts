export const LEASE_SECONDS = 30;

/** What a claim returns beside what every queue does; `job` is the task. */
export const TASK_COLUMNS = [
  '(SELECT account_id FROM anglers WHERE anglers.id = job.angler_id) AS "accountId"',
  'job.kind',
  'extract(epoch FROM now() - job.requested_at)::float8 AS "ageSeconds"',
  'job.requested_at AS "requestedAt"',
  'job.touched_to AS "touchedTo"',
] as const;

/** A claim goes past as many accounts whose due tasks others are claiming at that moment. */
const ACCOUNTS = 10;

/**
 * Claims as every queue does, under the lease $1, but the task that is due longest of the first account after $2 that
 * has one. Each account is found by a look into the index behind the one before it, by its task that is due first: the
 * cost does not depend on how many tasks an account has.
 */
export const CLAIM = `
WITH RECURSIVE account (id, due) AS (
  (SELECT account_id, (due_at <= now())::int
   FROM angler_tasks WHERE account_id > $2 ORDER BY account_id, due_at LIMIT 1)
  UNION ALL
  SELECT following.account_id, account.due + (following.due_at <= now())::int
  FROM account CROSS JOIN LATERAL (
    SELECT account_id, due_at FROM angler_tasks
    WHERE account_id > account.id ORDER BY account_id, due_at LIMIT 1
  ) AS following
  WHERE account.due < ${ACCOUNTS}
), next AS MATERIALIZED (
  SELECT task.angler_id FROM account CROSS JOIN LATERAL (
    SELECT angler_id FROM angler_tasks
    WHERE account_id = account.id AND due_at <= now() ORDER BY account_id, due_at LIMIT 1 FOR UPDATE SKIP LOCKED
  ) AS task LIMIT 1
)
UPDATE angler_tasks AS job
SET stalls = job.stalls + (job.lease IS NOT NULL)::int, lease = $1,
  due_at = now() + make_interval(secs => ${LEASE_SECONDS})
FROM next WHERE job.angler_id = next.angler_id
RETURNING job.angler_id AS id, job.lease, job.attempts, job.stalls, job.account_id AS "turnOf",
  ${TASK_COLUMNS.join(', ')}`;
