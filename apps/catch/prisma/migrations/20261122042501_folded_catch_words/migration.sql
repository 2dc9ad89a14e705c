-- no transaction
-- The function that this index is on gives words in another form since the migration before this one.
CREATE INDEX CONCURRENTLY catches_terms_idx ON catches USING gin (catch_words_of(account_id, notes, location_name));
