/**
 * The id by which an append sorts into the log: the end of its snapshot or, where that is higher, its transaction's own
 * id. PostgreSQL takes the snapshot of a statement after the locks of its tables, which `readHorizon` relies on. Under
 * an isolation level that keeps an older snapshot an append would be overlooked: it fails instead.
 */
export const LOG_ORDER = `(SELECT CASE current_setting('transaction_isolation') WHEN 'read committed'
  THEN greatest(pg_current_xact_id()::text::bigint, pg_snapshot_xmax(pg_current_snapshot())::text::bigint)
  ELSE ('appends need READ COMMITTED, not ' || current_setting('transaction_isolation'))::bigint END)`;
