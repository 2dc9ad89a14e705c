/** The best matches are as many as anybody looks through; every further one costs as much as the first. */
const MOST = 1000;

/** What begins with a text, by an index that compares code points. */
const beginsWith = (start: string): string => `known.word ~>=~ ${start} AND known.word ~<~ (${start} || chr(1114111))`;

/**
 * $1 the search, $2 its words, $3 which of them are to begin a word: short ones, and those of other scripts than Latin,
 * of whose words all ends are stored; $4 the search without spaces, $5 patterns of its words as whole ones and $6 as
 * beginnings. Exactness first: a name that is the search itself, spaces aside (the common name before others); a name
 * with all its words; one that begins with it; one where each word begins a word; any other. A search with which common
 * names of several species end is a kind: whoever has it for an alias is not before them. Then what is caught most
 * often, and then the name that is most like the search.
 *
 * Many names may contain a short word: the likeness of trigrams is worked out only for those that are among the best,
 * and what is materialized is worked out once.
 */
export const CONTAINING = `
  WITH words AS MATERIALIZED (SELECT word, is_start FROM unnest($2::text[], $3::bool[]) AS words (word, is_start)),
  hits AS (
    SELECT words.word, known.species_id FROM words
    JOIN species_words AS known ON known.word LIKE '%' || words.word || '%' WHERE NOT is_start
    UNION
    SELECT words.word, known.species_id FROM words
    JOIN species_words AS known ON ${beginsWith('words.word')} WHERE is_start
  ),
  found AS (SELECT species_id FROM hits GROUP BY species_id HAVING count(*) = cardinality($2::text[])),
  terms AS MATERIALIZED (
    SELECT species_id, rank, term, ' ' || term || ' ' AS padded, replace(term, ' ', '') AS solid,
      rank = 0 AND right(term, length($1) + 1) = ' ' || $1 AS is_of_kind
    FROM found JOIN species_terms USING (species_id)
  ),
  kind AS MATERIALIZED (SELECT count(*) FILTER (WHERE is_of_kind) > 1 AS is_kind FROM terms),
  classes AS MATERIALIZED (
    SELECT species_id, term, solid,
      CASE
        WHEN solid = $4 THEN CASE WHEN rank = 2 AND is_kind THEN 3 ELSE rank END
        WHEN padded LIKE ALL ($5::text[]) THEN CASE WHEN is_kind AND NOT is_of_kind THEN 4 ELSE 3 END
        WHEN strpos(padded, ' ' || $4 || ' ') > 0 THEN 3
        WHEN starts_with(solid, $4) THEN 5
        WHEN padded LIKE ALL ($6::text[]) THEN 6
        ELSE 7
      END AS class
    FROM terms CROSS JOIN kind
  ),
  best AS (
    SELECT species_id, min(class) AS class, coalesce(max(catches), 0) AS catches
    FROM classes LEFT JOIN species_catch_counts USING (species_id)
    GROUP BY species_id ORDER BY 2, 3 DESC, min(length(term)), species_id LIMIT ${MOST}
  )
  SELECT species_id FROM best JOIN classes USING (species_id, class)
  GROUP BY species_id, class, catches
  ORDER BY class, catches DESC, max(greatest(similarity(term, $1), similarity(solid, $4))) DESC, min(term),
    species_id`;

/**
 * How near two words are, from 0 to 1: shared trigrams find the beginnings of words, edit distance finds changed
 * letters (and is all there is for Japanese where the database's locale gives it no trigrams). A word that is spelt
 * right keeps its meaning beside one that is not, so a part of a name's word is nearer than any misspelling.
 *
 * The same word stands in many names. It is compared once, before it is known in which: OFFSET 0 has those looked up by
 * the index, as the words that are near enough are few.
 */
const resembling = (candidates: string): string => `
  WITH words AS MATERIALIZED (SELECT word, is_start FROM unnest($2::text[], $3::bool[]) AS words (word, is_start)),
  candidates AS MATERIALIZED (${candidates}),
  likeness AS MATERIALIZED (
    SELECT word, name_word,
      CASE WHEN strpos(name_word, word) > 0 THEN 1
      ELSE greatest((word_similarity(word, name_word) + same_letters) / 2, same_letters - 0.25)
      END AS nearness
    FROM candidates CROSS JOIN LATERAL (
      SELECT 1 - levenshtein(word, name_word)::float8 / greatest(length(word), length(name_word)) AS same_letters) near
  ),
  fits AS (
    SELECT known.species_id, likeness.word, max(nearness) AS nearness
    FROM likeness
    CROSS JOIN LATERAL (SELECT species_id FROM species_words WHERE word = name_word OFFSET 0) AS known
    WHERE nearness >= 0.4 GROUP BY known.species_id, likeness.word
  ),
  found AS (
    SELECT species_id, sum(nearness) AS nearness FROM fits
    GROUP BY species_id HAVING count(*) = cardinality($2::text[])
    ORDER BY 2 DESC, species_id LIMIT ${MOST}
  )
  SELECT species_id FROM found JOIN species_terms USING (species_id) LEFT JOIN species_catch_counts USING (species_id)
  GROUP BY species_id
  ORDER BY round(max(nearness)::numeric, 2) DESC, coalesce(max(catches), 0) DESC, max(similarity(term, $1)) DESC,
    min(term) FILTER (WHERE rank = 0), species_id`;

/**
 * Words that share enough trigrams with one of the search, or contain it. For a word without trigrams the index would be
 * read from end to end, and nothing found.
 */
const SIMILAR = `
    SELECT DISTINCT words.word, known.word AS name_word FROM words
    JOIN species_words AS known ON known.word % words.word WHERE show_trgm(words.word) <> '{}'
    UNION
    SELECT words.word, known.word FROM words
    JOIN species_words AS known ON known.word LIKE '%' || words.word || '%' WHERE NOT is_start
    UNION
    SELECT words.word, known.word FROM words JOIN species_words AS known ON ${beginsWith('words.word')} WHERE is_start`;

export const RESEMBLING = resembling(SIMILAR);

/**
 * And all words of nearly the same length with the same first letter: they may share no trigram with what was meant.
 */
export const RESEMBLING_ANY = resembling(`${SIMILAR}
    UNION
    SELECT words.word, known.word FROM words
    JOIN species_words AS known ON ${beginsWith('left(words.word, 1)')}
      AND abs(length(known.word) - length(words.word)) <= 2`);
