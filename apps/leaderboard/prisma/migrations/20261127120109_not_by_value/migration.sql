-- no transaction
CREATE INDEX CONCURRENTLY "catch_facts_not_by_value_idx" ON "catch_facts"("angler_id") WHERE ((NOT is_indexed_by_value) AND (NOT deleted) AND (verification_tier >= 'photo'::verification_tier));
