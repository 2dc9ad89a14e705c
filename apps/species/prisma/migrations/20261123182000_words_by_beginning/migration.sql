-- no transaction
CREATE INDEX CONCURRENTLY "species_words_beginnings_idx" ON "species_words" ("word" text_pattern_ops, "species_id");
