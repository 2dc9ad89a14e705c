import { POOL } from '@cds/postgres';
import { Inject, Injectable } from '@nestjs/common';
import type pg from 'pg';
import { cutSearchWord, foldName, hasNoSpaces } from './fold-name.js';
import { CONTAINING, RESEMBLING, RESEMBLING_ANY } from './species-search.sql.js';

/** No name has more words, and each costs a look-up. */
const MOST_WORDS = 8;
/** Shorter words are part of nearly everything. */
const SHORTEST_PART = 3;
/** Words that are compared with all others of their length, where trigrams do not help. */
const MOST_COMPARED = 3;

const isStart = (word: string): boolean => word.length < SHORTEST_PART || hasNoSpaces(word);

/** Finds species by any of their names, in any language. */
@Injectable()
export class SpeciesSearchQuery {
  constructor(@Inject(POOL) private readonly pool: pg.Pool) {}

  /**
   * The ids of the best matches, a thousand at most, best first. A species fits when each word is part of one of its
   * names; only where none does, each word may be misspelt. A word of one or two letters
   * begins one of theirs. Words beyond the eighth do not count.
   */
  async execute(q: string): Promise<readonly string[]> {
    const all = [...new Set(foldName(q).split(' ').map(cutSearchWord))];
    const words = all.slice(0, MOST_WORDS);
    const name = words.join(' ');
    const exact = await this.find('search-containing', CONTAINING, name, words);
    if (exact.length > 0) return exact;
    const alike = await this.find('search-resembling', RESEMBLING, name, words);
    if (alike.length > 0 || words.length > MOST_COMPARED) return alike;
    return this.find('search-resembling-any', RESEMBLING_ANY, name, words);
  }

  private async find(
    statement: string,
    text: string,
    name: string,
    words: readonly string[],
  ): Promise<readonly string[]> {
    const { rows } = await this.pool.query<{ species_id: string }>({
      name: statement,
      text,
      values: [name, words, words.map(isStart)],
    });
    return rows.map((row) => row.species_id);
  }
}
