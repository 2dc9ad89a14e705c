-- no transaction
DROP INDEX CONCURRENTLY IF EXISTS "catch_facts_longest_of_day_idx";
