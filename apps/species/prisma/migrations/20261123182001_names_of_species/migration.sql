-- no transaction
CREATE INDEX CONCURRENTLY "species_terms_species_id_rank_term_idx" ON "species_terms" ("species_id", "rank", "term");
