import { HeavyReads } from '@cds/postgres';
import { Injectable } from '@nestjs/common';
import type pg from 'pg';
import { cutSearchWord, foldName, isStoredByEnds } from './fold-name.js';
import { oneEditAway } from './one-edit-away.js';
import {
  CONTAINING,
  LIKE_ALL,
  MISTYPED,
  MOST,
  PARTS_OF_WORDS,
  RESEMBLING,
  RESEMBLING_ANY,
} from './species-search.sql.js';

/** No name has more words. Each of them is looked up among all names; further ones, among those that are found. */
const MOST_WORDS = 8;
/** Shorter words are part of nearly everything. */
const SHORTEST_PART = 3;
/** Words that are compared with all others of their length, where trigrams do not help. */
const MOST_COMPARED = 3;
/** One letter in five: what is so near to each word is meant. A shorter word has too many near it. */
const SURE = 0.8;

/** In brackets at the end of a name: where, or in which sense, a species is called so. */
const QUALIFIER = /\([^)]*\)\s*$/;

/** Whose search it is, and until when somebody waits for it. */
export interface SearchReader {
  readonly accountId: string;
  readonly gone: AbortSignal;
}

const containing = (name: string, words: readonly string[], values: readonly unknown[]): pg.QueryConfig => ({
  name: 'search-containing',
  text: CONTAINING,
  values: [...values, name.replaceAll(' ', ''), words.map((word) => `% ${word} %`), words.map((word) => `% ${word}%`)],
});

/** One slip in each word at most. Folded words have no spaces, and some hundred are sent quicker as one text. */
const mistyped = (words: readonly string[], values: readonly unknown[]): pg.QueryConfig => {
  const near = words.map(oneEditAway);
  const joined = [near.map(({ swapped }) => swapped.join(' ')), near.map(({ edited }) => edited.join(' '))];
  return { name: 'search-mistyped', text: MISTYPED, values: [...values, ...joined] };
};

const resembling = (words: readonly string[], values: readonly unknown[]): pg.QueryConfig =>
  words.length > MOST_COMPARED
    ? { name: 'search-resembling', text: RESEMBLING, values: [...values] }
    : { name: 'search-resembling-any', text: RESEMBLING_ANY, values: [...values] };

const containingAll = (ids: readonly string[], words: readonly string[]): pg.QueryConfig => ({
  name: 'search-containing-all',
  text: LIKE_ALL,
  values: [ids, words.map((word) => (isStart(word) ? `% ${word}%` : `%${word}%`))],
});

const isStart = (word: string): boolean => word.length < SHORTEST_PART || isStoredByEnds(word);

const idsOf = (...found: readonly (readonly { species_id: string }[])[]): string[] =>
  [...new Set(found.flat().map((row) => row.species_id))].slice(0, MOST);

/** Finds species by any of their names, in any language. */
@Injectable()
export class SpeciesSearchQuery {
  constructor(private readonly reads: HeavyReads) {}

  /**
   * The ids of the best matches, a thousand at most, best first. A species fits when each word is part of one of
   * its names. Where the words are at best in the middle of those of names, they may be mistyped as well; only where
   * nobody is meant by one slip in each, they may be misspelt in any way. A word of one or two letters begins one of
   * theirs. Words beyond the eighth must be spelt right, and do not change the order. A search with a qualifier, which
   * no name has among its words, is one without it where it finds nothing: "Angelfish (Gulf)".
   */
  async execute(q: string, reader: SearchReader): Promise<readonly string[]> {
    const [whole, bare] = [foldName(q), foldName(q.normalize('NFKC').replace(QUALIFIER, ''))];
    const found = await this.findText(whole, reader);
    return found.length > 0 || bare === '' || bare === whole ? found : this.findText(bare, reader);
  }

  private async findText(folded: string, reader: SearchReader): Promise<readonly string[]> {
    const words = [...new Set(folded.split(' ').map(cutSearchWord))];
    const ids = await this.findAll(words.slice(0, MOST_WORDS), reader);
    const others = words.slice(MOST_WORDS);
    return ids.length > 0 && others.length > 0 ? idsOf(await this.find(containingAll(ids, others), reader)) : ids;
  }

  private async findAll(words: readonly string[], reader: SearchReader): Promise<readonly string[]> {
    const name = words.join(' ');
    const values = [name, words, words.map(isStart)];
    const exact = await this.find<{ class: number }>(containing(name, words, values), reader);
    if (exact[0] && exact[0].class < PARTS_OF_WORDS) return idsOf(exact);
    const near = await this.find<{ least: number }>(mistyped(words, values), reader);
    if (exact[0] || (near[0] && near[0].least >= SURE)) return idsOf(near, exact);
    return idsOf(near, await this.find(resembling(words, values), reader));
  }

  /** Words are compared with very many others, so that an account runs few of these at once. */
  private async find<T>(
    search: pg.QueryConfig,
    { accountId, gone }: SearchReader,
  ): Promise<readonly (T & { species_id: string })[]> {
    const { rows } = await this.reads.run(accountId, (db) => db.query<T & { species_id: string }>(search), gone);
    return rows;
  }
}
