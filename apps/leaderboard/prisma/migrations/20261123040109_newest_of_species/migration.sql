-- no transaction
CREATE INDEX CONCURRENTLY "catch_facts_newest_of_species_idx" ON "catch_facts"("species_id", "angler_id", "caught_at") WHERE ((NOT deleted) AND (verification_tier >= 'photo'::verification_tier));
