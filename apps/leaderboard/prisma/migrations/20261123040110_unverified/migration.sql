-- no transaction
CREATE INDEX CONCURRENTLY "catch_facts_angler_idx" ON "catch_facts"("angler_id", "caught_at", "catch_id") WHERE (NOT deleted);
