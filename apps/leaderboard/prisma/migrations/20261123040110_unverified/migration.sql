-- no transaction
CREATE INDEX CONCURRENTLY "catch_facts_angler_idx" ON "catch_facts"("angler_id", "species_id") WHERE (NOT deleted);
