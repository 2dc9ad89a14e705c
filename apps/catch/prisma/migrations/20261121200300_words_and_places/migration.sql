-- A misspelt word is looked for among the words of notes and among those of one account, not among those of all. New words are few
-- and searches many: none waits in a list that each search would read.
DROP INDEX catch_words_trigrams_idx;
CREATE INDEX catch_words_of_notes_idx ON catch_words USING gin (word gin_trgm_ops) WITH (fastupdate = off) WHERE account_id = '';
CREATE INDEX catch_words_of_places_idx ON catch_words USING gin (account_id, word gin_trgm_ops) WITH (fastupdate = off) WHERE account_id <> '';

-- The catches of a region or a country are counted by it alone: its entries are few bytes, and rows that nobody changed lately need no look.
CREATE INDEX catches_places_idx ON catches (country, region) WHERE country IS NOT NULL OR region IS NOT NULL;
