-- no transaction
DROP INDEX CONCURRENTLY IF EXISTS "catch_facts_deepest_of_day_idx";
