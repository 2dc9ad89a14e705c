-- no transaction
CREATE INDEX CONCURRENTLY "catch_facts_by_length_idx" ON "catch_facts"("angler_id", "length_in" DESC, "caught_at", "catch_id") WHERE (is_indexed_by_value AND (NOT deleted) AND (verification_tier >= 'photo'::verification_tier) AND (length_in IS NOT NULL));
