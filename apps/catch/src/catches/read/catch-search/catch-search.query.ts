import { Injectable } from '@nestjs/common';
import { foldText } from '../../../text/fold-text.js';
import type { SpeciesIndex } from '../../../species-names/species-index.js';
import { SpeciesNames } from '../../../species-names/species-names.js';
import { PageReads, type Reader } from '../catch-list/page/page-reads.js';
import { nearestWords } from './nearest-words.js';
import { COUNTRY_WORDS, REGION_WORDS } from './place-words.js';
import { WordIndex } from './word-index.js';
import { beginningOf, beginningQuery, exactMeaning, type WordMeaning } from './word-meaning.js';
import { NAME_TEXT, NAME_WORDS } from './word.sql.js';
import { isCorrectable, wordsOf } from '../../../text/words-of.js';

/**
 * A search means so many anglers at most: each of its words an equal share, the viewer's own first, then those who were
 * added first.
 */
const MAX_ANGLERS = 20_000;

interface NamedAngler {
  id: string;
  name: string;
}

/** Tells what the words of a search mean, so that the list needs conditions on ids and words alone. */
@Injectable()
export class CatchSearchQuery {
  private readonly speciesWords = new WeakMap<SpeciesIndex, WordIndex>();

  constructor(
    private readonly reads: PageReads,
    private readonly species: SpeciesNames,
  ) {}

  /**
   * What each word means to the viewer: all that has a word beginning with it, and only where nothing has, what it may
   * be a misspelling of. Words of others' places are not known here, so a search tells nothing of them. Fails with
   * `limit.heavy_reads` when too much of the viewer waits.
   */
  async execute(q: string, reader: Reader): Promise<WordMeaning[]> {
    const { viewer } = reader;
    const words = wordsOf(q);
    const species = this.wordsOf(await this.species.index());
    const rows = await this.reads.heavy<{ anglers: string[]; is_known: boolean }>(reader, {
      ...BEGINNINGS,
      values: [
        words,
        words.map((word) => beginningQuery(word, '')),
        viewer,
        Math.ceil(MAX_ANGLERS / Math.max(1, words.length)),
      ],
    });
    const known = words.map((word, index) => {
      const { anglers: anglerIds = [], is_known: isKnown = false } = rows[index] ?? {};
      const ids = {
        speciesIds: species.startingWith(word),
        anglerIds,
        regions: REGION_WORDS.startingWith(word),
        countries: COUNTRY_WORDS.startingWith(word),
      };
      const isFound = isKnown || !isCorrectable(word) || Object.values(ids).some((some) => some.length > 0);
      return { word, isFound, meaning: { ...ids, ...beginningOf(word, viewer) } };
    });
    const corrected = await this.correct(
      known.filter(({ isFound }) => !isFound).map(({ word }) => word),
      species,
      reader,
    );
    return known.map(({ word, meaning }) => corrected.get(word) ?? meaning);
  }

  private async correct(
    words: readonly string[],
    species: WordIndex,
    reader: Reader,
  ): Promise<ReadonlyMap<string, WordMeaning>> {
    if (words.length === 0) return new Map();
    const { viewer } = reader;
    const rows = await this.reads.heavyWith<{ anglers: NamedAngler[]; words: string[] }>(
      reader,
      { ...RESEMBLING, values: [words, viewer] },
      LIKENESS,
    );
    return new Map(
      words.map((word, index) => {
        const { anglers = [], words: known = [] } = rows[index] ?? {};
        const ids = {
          speciesIds: species.nearest(word),
          anglerIds: nearestAnglers(word, anglers),
          regions: REGION_WORDS.nearest(word),
          countries: COUNTRY_WORDS.nearest(word),
        };
        return [word, { ...ids, ...exactMeaning([...new Set(nearestWords(word, known).map(foldText))], viewer) }];
      }),
    );
  }

  private wordsOf(index: SpeciesIndex): WordIndex {
    const known = this.speciesWords.get(index);
    if (known) return known;
    const words = new WordIndex(
      index
        .all()
        .flatMap(({ id, commonName, scientificName, aliases }) =>
          [commonName, scientificName, ...aliases].map((name) => [id, name] as const),
        ),
    );
    this.speciesWords.set(index, words);
    return words;
  }
}

const nearestAnglers = (word: string, anglers: readonly NamedAngler[]): string[] => {
  const nearest = new Set(nearestWords(word, new Set(anglers.flatMap(({ name }) => wordsOf(name)))));
  return anglers.filter(({ name }) => wordsOf(name).some((part) => nearest.has(part))).map(({ id }) => id);
};

/**
 * A word's beginning stands before all words that begin with it, and those before the beginning and the last character
 * there is.
 */
const BEGINNINGS = {
  name: 'search-beginnings',
  // All that fit are found by the index and sorted then: to the planner few of them are as likely as many.
  text: `
SELECT ARRAY(SELECT id FROM (
    SELECT id, account_id FROM anglers WHERE ${NAME_WORDS} @@ asked.beginning::tsquery
      AND ${NAME_TEXT} LIKE '%' || asked.word || '%' OFFSET 0) named
  ORDER BY account_id <> $3, id LIMIT $4) AS anglers,
  EXISTS (SELECT FROM catch_words known
          WHERE known.word >= asked.word AND known.word < asked.word || chr(1114111)
          AND known.account_id IN ('', $3)) AS is_known
FROM unnest($1::text[], $2::text[]) WITH ORDINALITY AS asked (word, beginning, ordinal) ORDER BY ordinal`,
};

/** How alike words have to be. */
const LIKENESS = `SET LOCAL pg_trgm.word_similarity_threshold = 0.4; SET LOCAL pg_trgm.similarity_threshold = 0.19`;

const RESEMBLING = {
  name: 'search-resembling',
  text: `
SELECT ARRAY(SELECT known.word FROM (
    SELECT word FROM catch_words WHERE account_id = '' AND word % asked.word
    UNION ALL SELECT word FROM catch_words WHERE account_id = $2 AND account_id <> '' AND word % asked.word) known
  ORDER BY similarity(known.word, asked.word) DESC, known.word LIMIT 50) AS words,
  (SELECT coalesce(json_agg(likely), '[]') FROM (
     SELECT id, name FROM anglers WHERE ${NAME_TEXT} %> asked.word
     ORDER BY word_similarity(asked.word, ${NAME_TEXT}) DESC, id LIMIT 1000) likely) AS anglers
FROM unnest($1::text[]) WITH ORDINALITY AS asked (word, ordinal) ORDER BY ordinal`,
};
