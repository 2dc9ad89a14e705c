-- Texts are compared and searched in one form, which the service makes by foldText and the database by search_text: NFC, lower case,
-- without accents, ß as ss. The collation is named, as the result must not depend on the locale of the database.
CREATE OR REPLACE FUNCTION search_text(said text) RETURNS text LANGUAGE sql IMMUTABLE PARALLEL SAFE
RETURN CASE WHEN octet_length(said) = char_length(said) THEN lower(said COLLATE pg_c_utf8)
  ELSE replace(replace(lower(normalize(regexp_replace(normalize(said, NFD), '[\u0300-\u036f]', '', 'g'), NFC) COLLATE pg_c_utf8), 'ß', 'ss'), 'ς', 'σ') END;

-- The words of a text in that form, with one space between two. CJK text has no spaces between words and is found by any part of it:
-- in place of a run of it stands every character with the one after it, so that a prefix finds single characters as well.
CREATE OR REPLACE FUNCTION search_terms(said text) RETURNS text LANGUAGE plpgsql IMMUTABLE PARALLEL SAFE COST 1000 AS $$
DECLARE
  cjk CONSTANT text := '[\u1100-\u11ff\u3005-\u3007\u3040-\u30fa\u30fc-\u30ff\u3100-\u318f\u31a0-\u31bf\u31f0-\u31ff\u3400-\u4dbf\u4e00-\u9fff\ua960-\ua97f\uac00-\ud7ff\uf900-\ufaff\uff66-\uff9f\U00020000-\U0003ffff]';
  terms text := btrim(regexp_replace(public.search_text(said) COLLATE pg_c_utf8, '[^[:alnum:]]+', ' ', 'g'));
BEGIN
  IF octet_length(terms) = char_length(terms) OR terms !~ cjk THEN
    RETURN terms;
  END IF;
  RETURN (
    SELECT btrim(regexp_replace(string_agg(CASE WHEN is_cjk THEN ' ' || one || CASE WHEN next_is_cjk THEN next ELSE '' END || ' ' ELSE one END, '' ORDER BY at), ' +', ' ', 'g'))
    FROM (
      SELECT at, one, is_cjk, lead(one) OVER (ORDER BY at) AS next, lead(is_cjk) OVER (ORDER BY at) AS next_is_cjk
      FROM (SELECT one, at, one ~ cjk AS is_cjk FROM string_to_table(terms, NULL) WITH ORDINALITY AS characters (one, at)) characters
    ) pairs
  );
END
$$;

-- The words of a catch's notes, and those of its place's name behind its account, as the name is its owner's alone: '/account/word'.
-- Beside the words in the common form stand those in lower case alone, as copies of the release before this one look for them. A word
-- of more bytes than PostgreSQL takes is left out. Its cost keeps the planner from asking it of each row where the index can tell.
CREATE OR REPLACE FUNCTION catch_words_of(account_id text, notes text, location_name text) RETURNS tsvector LANGUAGE plpgsql IMMUTABLE PARALLEL SAFE COST 1000 AS $$
DECLARE
  owned CONSTANT text := '/' || account_id || '/';
  terms text;
  told tsvector := '';
BEGIN
  IF notes IS NOT NULL THEN
    terms := public.search_terms(notes);
    IF octet_length(notes) <> char_length(notes) THEN
      terms := terms || ' ' || regexp_replace(lower(notes), '[^[:alnum:]]+', ' ', 'g');
    END IF;
    told := array_to_tsvector(ARRAY(SELECT word FROM unnest(string_to_array(terms, ' ')) AS word WHERE octet_length(word) BETWEEN 1 AND 2046));
  END IF;
  IF location_name IS NOT NULL THEN
    terms := public.search_terms(location_name);
    IF octet_length(location_name) <> char_length(location_name) THEN
      terms := terms || ' ' || regexp_replace(lower(location_name), '[^[:alnum:]]+', ' ', 'g');
    END IF;
    told := told || array_to_tsvector(array_remove(string_to_array(owned || replace(terms, ' ', ' ' || owned), ' '), owned));
  END IF;
  RETURN told;
END
$$;

-- Words from which typos are corrected.
INSERT INTO catch_words (word, account_id)
SELECT DISTINCT search_text(word), account_id FROM catch_words WHERE octet_length(word) <> char_length(word) AND search_text(word) <> word
ON CONFLICT DO NOTHING;
