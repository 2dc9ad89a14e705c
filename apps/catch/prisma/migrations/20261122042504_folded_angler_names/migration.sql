-- no transaction
-- Trigrams of anglers' names, by which misspelt ones are found.
CREATE INDEX CONCURRENTLY anglers_search_text_idx ON anglers USING gin (search_text(name) gin_trgm_ops);
