-- no transaction
CREATE INDEX CONCURRENTLY "catch_facts_newest_idx" ON "catch_facts"("angler_id", "caught_at") WHERE ((NOT deleted) AND (verification_tier >= 'photo'::verification_tier));
