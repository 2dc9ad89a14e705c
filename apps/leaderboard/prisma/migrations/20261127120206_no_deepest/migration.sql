-- no transaction
DROP INDEX CONCURRENTLY IF EXISTS "catch_facts_deepest_idx";
