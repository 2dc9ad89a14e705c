-- A misspelt word is looked for among the words of notes and among those of one account, not among those of all.
DROP INDEX catch_words_trigrams_idx;
CREATE INDEX catch_words_of_notes_idx ON catch_words USING gin (word gin_trgm_ops) WHERE account_id = '';
CREATE INDEX catch_words_of_places_idx ON catch_words USING gin (account_id, word gin_trgm_ops) WHERE account_id <> '';
