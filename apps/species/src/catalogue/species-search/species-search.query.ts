import { POOL } from '@cds/postgres';
import { Inject, Injectable } from '@nestjs/common';
import type pg from 'pg';
import { foldName } from './fold-name.js';

/** Finds species by any of their names, in any language. */
@Injectable()
export class SpeciesSearchQuery {
  constructor(@Inject(POOL) private readonly pool: pg.Pool) {}

  /**
   * The ids of all that fit, best first. A species fits when each word is part of one of its names; only where none
   * does, each word may be misspelt.
   */
  async execute(q: string): Promise<readonly string[]> {
    const name = foldName(q);
    const words = [...new Set(name.split(' '))];
    const exact = await this.find(CONTAINING, name, words);
    return exact.length > 0 ? exact : this.find(RESEMBLING, name, words);
  }

  private async find(text: string, name: string, words: readonly string[]): Promise<readonly string[]> {
    const { rows } = await this.pool.query<{ species_id: string }>(text, [name, words]);
    return rows.map((row) => row.species_id);
  }
}

// Best first: a name that is the search itself, spaces aside (the common name before others); one with all its words;
// one that begins with it; one where each word begins a word; any other. Within each the name most like the search.
const CONTAINING = `
  WITH words AS (SELECT unnest($2::text[]) AS word),
  found AS (
    SELECT species_id FROM species_terms JOIN words ON strpos(term, word) > 0
    GROUP BY species_id HAVING count(DISTINCT word) = cardinality($2::text[])
  ),
  terms AS (
    SELECT species_id, rank, ' ' || term || ' ' AS term, replace(term, ' ', '') AS solid, replace($1, ' ',
    '') AS solid_search
    FROM found JOIN species_terms USING (species_id)
  ),
  ranked AS (
    SELECT species_id, rank, solid,
      CASE
        WHEN solid = solid_search THEN rank
        WHEN (SELECT bool_and(strpos(term, ' ' || word || ' ') > 0)
        FROM words) OR strpos(term, ' ' || solid_search || ' ') > 0 THEN 3
        WHEN starts_with(solid, solid_search) THEN 4
        WHEN (SELECT bool_and(strpos(term, ' ' || word) > 0) FROM words) THEN 5
        ELSE 6
      END + (1 - greatest(similarity(term, $1), similarity(solid, solid_search))) / 2 AS distance
    FROM terms
  )
  SELECT species_id FROM ranked
  GROUP BY species_id ORDER BY min(distance), min(solid) FILTER (WHERE rank = 0), species_id`;

// How near two words are, from 0 to 1: shared trigrams find the beginnings of words, edit distance finds changed
// letters (and is all there is for Japanese where the database's locale gives it no trigrams). A word that is spelt
// right keeps its meaning beside one that is not, so a part of a name's word is nearer than any misspelling.
const RESEMBLING = `
  WITH words AS (SELECT unnest($2::text[]) AS word),
  name_words AS (SELECT DISTINCT species_id, string_to_table(term, ' ') AS name_word FROM species_terms),
  likeness AS (
    SELECT word, name_word,
      CASE WHEN strpos(name_word, word) > 0 THEN 1
      ELSE greatest((word_similarity(word, name_word) + same_letters) / 2, same_letters - 0.25)
      END AS nearness
    FROM words CROSS JOIN (SELECT DISTINCT name_word FROM name_words) CROSS JOIN LATERAL (
      SELECT 1 - levenshtein(word, name_word)::float8 / greatest(length(word), length(name_word)) AS same_letters)
  ),
  fits AS (
    SELECT species_id, word, max(nearness) AS nearness FROM likeness JOIN name_words USING (name_word)
    WHERE nearness >= 0.4 GROUP BY species_id, word
  ),
  found AS (SELECT species_id, sum(nearness) AS nearness FROM fits
  GROUP BY species_id HAVING count(*) = cardinality($2::text[]))
  SELECT species_id FROM found JOIN species_terms USING (species_id)
  GROUP BY species_id ORDER BY max(nearness) DESC, max(similarity(term, $1)) DESC, min(term) FILTER (WHERE rank = 0),
  species_id`;
