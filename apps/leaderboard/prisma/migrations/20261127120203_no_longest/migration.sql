-- no transaction
DROP INDEX CONCURRENTLY IF EXISTS "catch_facts_longest_idx";
