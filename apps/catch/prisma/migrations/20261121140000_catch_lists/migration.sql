CREATE TABLE "catch_words" (
    "word" TEXT COLLATE "C" NOT NULL,
    "account_id" TEXT NOT NULL,

    CONSTRAINT "catch_words_pkey" PRIMARY KEY ("word","account_id")
);

CREATE INDEX "catches_length_in_id_idx" ON "catches"("length_in", "id");
CREATE INDEX "catches_depth_ft_id_idx" ON "catches"("depth_ft", "id");
CREATE INDEX "catches_angler_id_created_at_id_idx" ON "catches"("angler_id", "created_at", "id");
CREATE INDEX "catches_account_id_created_at_id_idx" ON "catches"("account_id", "created_at", "id");
CREATE INDEX "catch_tombstones_account_id_deleted_at_id_idx" ON "catch_tombstones"("account_id", "deleted_at", "id");
CREATE INDEX "catch_tombstones_angler_id_deleted_at_id_idx" ON "catch_tombstones"("angler_id", "deleted_at", "id");

-- What the schema language cannot say. Every index below is partial or small: a catch pays for what it tells alone.

CREATE EXTENSION IF NOT EXISTS btree_gin;

-- Filters by a value that may be rare: one index for all of them, whose posting lists are short for rare values.
CREATE INDEX catches_facets_idx ON catches USING gin (region, country, method, bait, water_type, released)
  WHERE region IS NOT NULL OR country IS NOT NULL OR method IS NOT NULL OR bait IS NOT NULL OR water_type IS NOT NULL OR released IS NOT NULL;

-- Most catches are unverified.
CREATE INDEX catches_verified_idx ON catches (verification_tier, created_at, id) WHERE verification_tier > 0;

-- The grid of 0.1 degrees that places are rounded to: one index finds both what everybody sees and what its owner does.
CREATE INDEX catches_grid_idx ON catches (cast(floor(latitude * 10 + 0.5) AS int2), cast(floor(longitude * 10 + 0.5) AS int2))
  WHERE latitude IS NOT NULL AND longitude IS NOT NULL;

-- What a search may find a catch by: words of its notes as they are, ids and codes behind a ':', words of its place's name behind
-- its account, as the name is its owner's alone. With ids in place of names who renames a species or an angler rewrites no catch.
-- A word that is too long for PostgreSQL is left out. Its cost keeps the planner from asking it of each row where the index can tell.
CREATE FUNCTION catch_search_words(account_id text, species_id text, angler_id text, region text, country text, notes text, location_name text)
  RETURNS tsvector LANGUAGE plpgsql IMMUTABLE PARALLEL SAFE COST 1000 AS $$
BEGIN
  RETURN array_to_tsvector(array_remove(ARRAY[':' || species_id, ':' || angler_id, ':' || region, ':' || country], NULL))
    || to_tsvector('simple', regexp_replace(coalesce(notes, ''), '[^[:alnum:]]+', ' ', 'g'))
    || array_to_tsvector(array_remove(
         regexp_split_to_array(regexp_replace(lower(coalesce(location_name, '')), '([[:alnum:]]+)', '/' || account_id || '/\1', 'g'), '[^[:alnum:]/_]+'), ''));
END
$$;

CREATE INDEX catches_search_idx ON catches USING gin (catch_search_words(account_id, species_id, angler_id, region, country, notes, location_name));

CREATE INDEX anglers_name_words_idx ON anglers USING gin (to_tsvector('simple', regexp_replace(name, '[^[:alnum:]]+', ' ', 'g')));
CREATE INDEX anglers_name_trigrams_idx ON anglers USING gin (lower(name) gin_trgm_ops);
CREATE INDEX catch_words_trigrams_idx ON catch_words USING gin (word gin_trgm_ops);

INSERT INTO catch_words (word, account_id)
SELECT DISTINCT word, '' FROM catches, regexp_split_to_table(lower(notes), '[^[:alnum:]]+') AS word WHERE word ~ '^[[:alpha:]]{4,40}$'
UNION
SELECT DISTINCT word, account_id FROM catches, regexp_split_to_table(lower(location_name), '[^[:alnum:]]+') AS word WHERE word ~ '^[[:alpha:]]{4,40}$';
