-- no transaction
DROP INDEX CONCURRENTLY IF EXISTS "catch_facts_longest_of_species_idx";
