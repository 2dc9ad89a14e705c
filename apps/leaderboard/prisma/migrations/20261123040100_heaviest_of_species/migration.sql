-- no transaction
CREATE INDEX CONCURRENTLY "catch_facts_heaviest_of_species_idx" ON "catch_facts"("species_id", "angler_id", "weight_lbs" DESC, "caught_at", "catch_id") WHERE ((NOT deleted) AND (verification_tier >= 'photo'::verification_tier));
