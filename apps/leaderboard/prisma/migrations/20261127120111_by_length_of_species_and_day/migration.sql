-- no transaction
CREATE INDEX CONCURRENTLY "catch_facts_by_length_of_species_and_day_idx" ON "catch_facts"("species_id", "angler_id", ((caught_at AT TIME ZONE 'UTC')::date), "length_in" DESC, "caught_at", "catch_id") WHERE (is_indexed_by_value AND (NOT deleted) AND (verification_tier >= 'photo'::verification_tier) AND (length_in IS NOT NULL));
