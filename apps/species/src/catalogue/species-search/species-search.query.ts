import { HeavyReads } from '@cds/postgres';
import { Injectable } from '@nestjs/common';
import type pg from 'pg';
import { cutSearchWord, foldName, isStoredByEnds } from './fold-name.js';
import { CONTAINING, RESEMBLING, RESEMBLING_ANY } from './species-search.sql.js';

/** No name has more words, and each costs a look-up. */
const MOST_WORDS = 8;
/** Shorter words are part of nearly everything. */
const SHORTEST_PART = 3;
/** Words that are compared with all others of their length, where trigrams do not help. */
const MOST_COMPARED = 3;

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

const isStart = (word: string): boolean => word.length < SHORTEST_PART || isStoredByEnds(word);

/** Finds species by any of their names, in any language. */
@Injectable()
export class SpeciesSearchQuery {
  constructor(private readonly reads: HeavyReads) {}

  /**
   * The ids of the best matches, a thousand at most, best first. A species fits when each word is part of one of its
   * names; only where none does, each word may be misspelt. A word of one or two letters
   * begins one of theirs. Words beyond the eighth do not count.
   */
  async execute(q: string, reader: SearchReader): Promise<readonly string[]> {
    const all = [...new Set(foldName(q).split(' ').map(cutSearchWord))];
    const words = all.slice(0, MOST_WORDS);
    const name = words.join(' ');
    const values = [name, words, words.map(isStart)];
    const exact = await this.find(containing(name, words, values), reader);
    if (exact.length > 0) return exact;
    const alike = await this.find({ name: 'search-resembling', text: RESEMBLING, values }, reader);
    if (alike.length > 0 || words.length > MOST_COMPARED) return alike;
    return this.find({ name: 'search-resembling-any', text: RESEMBLING_ANY, values }, reader);
  }

  /** Words are compared with very many others, so that an account runs few of these at once. */
  private async find(search: pg.QueryConfig, { accountId, gone }: SearchReader): Promise<readonly string[]> {
    const { rows } = await this.reads.run(accountId, (db) => db.query<{ species_id: string }>(search), gone);
    return rows.map((row) => row.species_id);
  }
}
