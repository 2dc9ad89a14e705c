-- no transaction
CREATE INDEX CONCURRENTLY "catch_facts_longest_idx" ON "catch_facts"("angler_id", "length_in" DESC, "caught_at", "catch_id") WHERE ((NOT deleted) AND (verification_tier >= 'photo'::verification_tier) AND (length_in IS NOT NULL));
