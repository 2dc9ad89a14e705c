-- no transaction
-- "catch_changes_before_order_idx" begins with the same column and serves the statements of the previous release.
DROP INDEX CONCURRENTLY IF EXISTS "catch_changes_before_idx";
