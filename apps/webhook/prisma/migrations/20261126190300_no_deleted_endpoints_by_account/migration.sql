-- no transaction
-- It had deleted endpoints, too. All statements that look for an account's endpoints, those of the previous release
-- included, leave them out, so that "endpoints_account_id_idx" serves them.
DROP INDEX CONCURRENTLY IF EXISTS "endpoints_account_id_created_at_id_idx";
