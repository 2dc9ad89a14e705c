/** The best matches are as many as anybody looks through; every further one costs as much as the first. */
export const MOST = 1000;
/** Of equally good matches so many are compared with the search, and the others come behind them, short names first. */
const MOST_COMPARED = 200;

/** What begins with a text, by an index that compares code points. */
const beginsWith = (start: string): string => `known.word ~>=~ ${start} AND known.word ~<~ (${start} || chr(1114111))`;

/** Whether a name is a common one that ends with the search: "White Bass" is a bass. */
const IS_OF_KIND = `(rank = 0 AND right(term, length($1) + 1) = ' ' || $1)`;

/** Of names that have a word of the search only within one of theirs, where a misspelt one may be by chance. */
export const PARTS_OF_WORDS = 7;

/**
 * How exactly a name fits, 0 the best. Exactness first: a name that is the search itself, spaces aside (the common name
 * before others); a name with all its words; one that begins with it; one where each word begins a word; any other. A
 * search with which common names of several species end is a kind: whoever has it for an alias is not before them.
 */
const CLASS = `CASE
      WHEN replace(term, ' ', '') = $4 THEN CASE WHEN rank = 2 AND is_kind THEN 3 ELSE rank END
      WHEN ' ' || term || ' ' LIKE ALL ($5::text[]) THEN CASE WHEN is_kind AND NOT ${IS_OF_KIND} THEN 4 ELSE 3 END
      WHEN strpos(' ' || term || ' ', ' ' || $4 || ' ') > 0 THEN 3
      WHEN starts_with(replace(term, ' ', ''), $4) THEN 5
      WHEN ' ' || term || ' ' LIKE ALL ($6::text[]) THEN 6
      ELSE ${PARTS_OF_WORDS} END`;

const WORDS = `words AS MATERIALIZED (
    SELECT word, is_start FROM unnest($2::text[], $3::bool[]) AS words (word, is_start)
  )`;

/** The species with names of which a word is a part, and more of each that is found. */
const parts = (more = ''): string => `
    SELECT words.word, known.species_id ${more} FROM words
    JOIN species_words AS known ON known.word LIKE '%' || words.word || '%' WHERE NOT is_start
    UNION
    SELECT words.word, known.species_id ${more} FROM words
    JOIN species_words AS known ON ${beginsWith('words.word')} WHERE is_start`;

/**
 * $1 the search, $2 its words, $3 which of them are to begin a word: short ones, and those of other scripts than Latin,
 * of whose words all ends are stored; $4 the search without spaces, $5 patterns of its words as whole ones and $6 as
 * beginnings. After exactness comes what is caught most often, and then the name that is most like the search.
 *
 * Many names may contain a short word: the likeness of trigrams is worked out only for the first of the best, whose
 * names are read once more. A join of them with all that was found would be one of each with each where the planner
 * expects little.
 */
export const CONTAINING = `
  WITH ${WORDS},
  hits AS (${parts()}),
  found AS (SELECT species_id FROM hits GROUP BY species_id HAVING count(*) = cardinality($2::text[])),
  terms AS MATERIALIZED (SELECT species_id, rank, term FROM found JOIN species_terms USING (species_id)),
  kind AS MATERIALIZED (SELECT count(*) FILTER (WHERE ${IS_OF_KIND}) > 1 AS is_kind FROM terms),
  classed AS (
    SELECT species_id, min(${CLASS}) AS class, min(length(term)) AS length
    FROM terms CROSS JOIN kind GROUP BY species_id
  ),
  best AS (
    SELECT species_id, class, coalesce(catches, 0) AS catches, length
    FROM classed LEFT JOIN species_catch_counts USING (species_id)
    ORDER BY class, 3 DESC, length, species_id LIMIT ${MOST}
  ),
  placed AS (
    SELECT species_id, class, catches, row_number() OVER (ORDER BY class, catches DESC, length, species_id) AS place
    FROM best
  )
  SELECT species_id, class FROM placed LEFT JOIN LATERAL (
    SELECT max(greatest(similarity(term, $1), similarity(replace(term, ' ', ''), $4))) AS likeness, min(term) AS name
    FROM (SELECT term, ${CLASS} AS own_class FROM species_terms CROSS JOIN kind
      WHERE place <= ${MOST_COMPARED} AND species_terms.species_id = placed.species_id OFFSET 0) AS names
    WHERE own_class = class
  ) AS nearest ON true
  ORDER BY class, catches DESC, place > ${MOST_COMPARED}, likeness DESC, name, place`;

/**
 * Species by how near their words are to those of the search, each of which must have fitted; `fits` has the nearest
 * word of each species for each of them, and `score` says what ranks them. Returns how near the least near word is.
 */
const nearestOf = (fits: string, score: string): string => `
  fits AS (${fits}),
  found AS (
    SELECT species_id, sum(nearness) AS nearness, min(nearness) AS least FROM fits
    GROUP BY species_id HAVING count(*) = cardinality($2::text[])
    ORDER BY 2 DESC, species_id LIMIT ${MOST}
  )
  SELECT species_id, max(least) AS least
  FROM found JOIN species_terms USING (species_id) LEFT JOIN species_catch_counts USING (species_id)
  GROUP BY species_id
  ORDER BY ${score} DESC, coalesce(max(catches), 0) DESC, max(similarity(term, $1)) DESC,
    min(term) FILTER (WHERE rank = 0), species_id`;

const BY_WORDS = 'round(max(nearness)::numeric, 2)';

/**
 * Words that fit may stand in different names of a species, "Black Perch" and "Crapet vert", so that how much a single
 * name resembles the search counts as well. What differs in less than a tenth is equally near: both measures are rough.
 */
const BY_WORDS_AND_NAME = 'round((max(nearness) / cardinality($2::text[]) + max(similarity(term, $1)))::numeric, 1)';

/**
 * A word that is spelt right keeps its meaning beside one that is not, so the beginning of a name's word is nearer than
 * any misspelling. What is in the middle of one may be there by chance: a slip in a long word is nearer.
 */
const NEARNESS_OF_PART = 'CASE WHEN starts_with(known.word, words.word) THEN 1 ELSE 0.85 END';

/**
 * The species that are meant if no word of the search has more than one slip: for each of its words, $4 has those with
 * two letters swapped and $5 those with one letter more, less or changed, which counts the less the longer a word is.
 */
export const MISTYPED = `
  WITH ${WORDS},
  near AS MATERIALIZED (
    SELECT word, name_word, 0.9::float8 AS nearness
    FROM unnest($2::text[], $4::text[]) AS given (word, words), string_to_table(words, ' ') AS name_word
    UNION ALL
    SELECT word, name_word, 1 - 1::float8 / greatest(length(word), length(name_word))
    FROM unnest($2::text[], $5::text[]) AS given (word, words), string_to_table(words, ' ') AS name_word
  ),
  hits AS (
    ${parts(`, ${NEARNESS_OF_PART} AS nearness`)}
    UNION ALL
    SELECT near.word, known.species_id, near.nearness
    FROM (SELECT word, species_id FROM species_words WHERE word = ANY (ARRAY(SELECT name_word FROM near))) AS known
    JOIN near ON near.name_word = known.word
  ),
  ${nearestOf('SELECT species_id, word, max(nearness) AS nearness FROM hits GROUP BY species_id, word', BY_WORDS)}`;

/**
 * How near two words are, from 0 to 1: shared trigrams find the beginnings of words, edit distance finds changed
 * letters (and is all there is for Japanese where the database's locale gives it no trigrams).
 *
 * The same word stands in many names. It is compared once, before it is known in which: OFFSET 0 has those looked up by
 * the index, as the words that are near enough are few.
 */
const resembling = (candidates: string): string => `
  WITH ${WORDS},
  candidates AS MATERIALIZED (${candidates}),
  likeness AS MATERIALIZED (
    SELECT word, name_word,
      CASE WHEN strpos(name_word, word) > 0 THEN 1
      ELSE greatest((word_similarity(word, name_word) + same_letters) / 2, same_letters - 0.25)
      END AS nearness
    FROM candidates CROSS JOIN LATERAL (
      SELECT 1 - levenshtein(word, name_word)::float8 / greatest(length(word), length(name_word)) AS same_letters) near
  ),
  ${nearestOf(
    `
    SELECT known.species_id, likeness.word, max(nearness) AS nearness
    FROM likeness
    CROSS JOIN LATERAL (SELECT species_id FROM species_words WHERE word = name_word OFFSET 0) AS known
    WHERE nearness >= 0.4 GROUP BY known.species_id, likeness.word`,
    BY_WORDS_AND_NAME,
  )}`;

/**
 * Words that share enough trigrams with one of the search, or contain it. For a word without trigrams the index would
 * be read from end to end, and nothing found.
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
 * They are very many, and those that differ in more than half of their letters are not near enough.
 */
export const RESEMBLING_ANY = resembling(`${SIMILAR}
    UNION
    SELECT words.word, known.word FROM words
    JOIN species_words AS known ON ${beginsWith('left(words.word, 1)')}
      AND abs(length(known.word) - length(words.word)) <= 2
      AND levenshtein_less_equal(words.word, known.word, length(words.word) / 2) <= length(words.word) / 2`);

/** Those of the species $1, in this order, whose words, each behind a space, are like all of the patterns $2. */
export const LIKE_ALL = `
  SELECT found.species_id FROM unnest($1::text[]) WITH ORDINALITY AS found (species_id, place)
  CROSS JOIN LATERAL (
    SELECT string_agg(' ' || known.word, '') AS words FROM species_words AS known
    WHERE known.species_id = found.species_id
  ) AS known
  WHERE known.words LIKE ALL ($2::text[])
  ORDER BY place`;
