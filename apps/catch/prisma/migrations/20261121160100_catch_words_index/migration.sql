-- The words of a catch's notes, and those of its place's name behind its account, as the name is its owner's alone: '/account/word'.
-- What a search finds by species, angler, region and country lies in their own indexes. A word that is too long for PostgreSQL is
-- left out. Its cost keeps the planner from asking it of each row where the index can tell.
CREATE FUNCTION catch_words_of(account_id text, notes text, location_name text) RETURNS tsvector LANGUAGE plpgsql IMMUTABLE PARALLEL SAFE COST 1000 AS $$
DECLARE
  owned CONSTANT text := '/' || account_id || '/';
  told tsvector := '';
BEGIN
  IF notes IS NOT NULL THEN
    told := to_tsvector('simple', regexp_replace(notes, '[^[:alnum:]]+', ' ', 'g'));
  END IF;
  IF location_name IS NOT NULL THEN
    told := told || array_to_tsvector(array_remove(string_to_array(owned || regexp_replace(lower(location_name), '[^[:alnum:]]+', ' ' || owned, 'g'), ' '), owned));
  END IF;
  RETURN told;
END
$$;

DROP INDEX catches_search_idx;
DROP FUNCTION catch_search_words;

CREATE INDEX catches_words_idx ON catches USING gin (catch_words_of(account_id, notes, location_name));
