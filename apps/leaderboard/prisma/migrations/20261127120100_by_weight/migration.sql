-- no transaction
CREATE INDEX CONCURRENTLY "catch_facts_by_weight_idx" ON "catch_facts"("angler_id", "weight_lbs" DESC, "caught_at", "catch_id") WHERE (is_indexed_by_value AND (NOT deleted) AND (verification_tier >= 'photo'::verification_tier));
