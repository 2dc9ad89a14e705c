-- no transaction
DROP INDEX CONCURRENTLY IF EXISTS "catch_facts_best_idx";
