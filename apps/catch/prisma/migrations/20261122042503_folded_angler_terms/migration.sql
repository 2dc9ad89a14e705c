-- no transaction
-- The words of anglers' names. What the indexes on the names as they are serve is read by the release before this one alone.
CREATE INDEX CONCURRENTLY anglers_terms_idx ON anglers USING gin (to_tsvector('simple', search_terms(name)));
