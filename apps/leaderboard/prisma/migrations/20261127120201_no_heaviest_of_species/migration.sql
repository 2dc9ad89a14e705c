-- no transaction
DROP INDEX CONCURRENTLY IF EXISTS "catch_facts_heaviest_of_species_idx";
