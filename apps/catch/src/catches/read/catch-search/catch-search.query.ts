import { inTransaction, READ_POOL } from '@cds/postgres';
import { Inject, Injectable } from '@nestjs/common';
import type pg from 'pg';
import { foldText } from '../../../text/fold-text.js';
import type { SpeciesIndex } from '../../../species-names/species-index.js';
import { SpeciesNames } from '../../../species-names/species-names.js';
import { nearestWords } from './nearest-words.js';
import { COUNTRY_WORDS, REGION_WORDS } from './place-words.js';
import { WordIndex } from './word-index.js';
import { beginningOf, beginningQuery, exactMeaning, type WordMeaning } from './word-meaning.js';
import { NAME_TEXT, NAME_WORDS } from './word.sql.js';
import { isCorrectable, wordsOf } from '../../../text/words-of.js';

interface NamedAngler {
  id: string;
  name: string;
}

/** Tells what the words of a search mean, so that the list needs conditions on ids and words alone. */
@Injectable()
export class CatchSearchQuery {
  private readonly speciesWords = new WeakMap<SpeciesIndex, WordIndex>();

  constructor(
    @Inject(READ_POOL) private readonly pool: pg.Pool,
    private readonly species: SpeciesNames,
  ) {}

  /**
   * What each word means to the viewer: all that has a word beginning with it, and only where nothing has, what it may
   * be a misspelling of. Words of others' places are not known here, so a search tells nothing of them.
   */
  async execute(q: string, viewer: string): Promise<WordMeaning[]> {
    const words = wordsOf(q);
    const species = this.wordsOf(await this.species.index());
    const { rows } = await this.pool.query<{ anglers: string[]; is_known: boolean }>({
      name: 'search-beginnings',
      text: BEGINNINGS,
      values: [words, words.map((word) => beginningQuery(word, '')), viewer],
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
      viewer,
    );
    return known.map(({ word, meaning }) => corrected.get(word) ?? meaning);
  }

  private async correct(
    words: readonly string[],
    species: WordIndex,
    viewer: string,
  ): Promise<ReadonlyMap<string, WordMeaning>> {
    if (words.length === 0) return new Map();
    const rows = await inTransaction(this.pool, async (tx) => {
      await tx.query(
        `SELECT set_config('pg_trgm.word_similarity_threshold', '0.4', true), set_config('pg_trgm.similarity_threshold',
          '0.19', true)`,
      );
      return (
        await tx.query<{ anglers: NamedAngler[]; words: string[] }>({
          name: 'search-resembling',
          text: RESEMBLING,
          values: [words, viewer],
        })
      ).rows;
    });
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
const BEGINNINGS = `
SELECT ARRAY(SELECT id FROM anglers WHERE ${NAME_WORDS} @@ asked.beginning::tsquery
    AND ${NAME_TEXT} LIKE '%' || asked.word || '%') AS anglers,
  EXISTS (SELECT FROM catch_words known
          WHERE known.word >= asked.word AND known.word < asked.word || chr(1114111)
          AND known.account_id IN ('', $3)) AS is_known
FROM unnest($1::text[], $2::text[]) WITH ORDINALITY AS asked (word, beginning, ordinal) ORDER BY ordinal`;

const RESEMBLING = `
SELECT ARRAY(SELECT known.word FROM (
    SELECT word FROM catch_words WHERE account_id = '' AND word % asked.word
    UNION ALL SELECT word FROM catch_words WHERE account_id = $2 AND account_id <> '' AND word % asked.word) known
  ORDER BY similarity(known.word, asked.word) DESC, known.word LIMIT 50) AS words,
  (SELECT coalesce(json_agg(likely), '[]') FROM (
     SELECT id, name FROM anglers WHERE ${NAME_TEXT} %> asked.word
     ORDER BY word_similarity(asked.word, ${NAME_TEXT}) DESC, id LIMIT 1000) likely) AS anglers
FROM unnest($1::text[]) WITH ORDINALITY AS asked (word, ordinal) ORDER BY ordinal`;
