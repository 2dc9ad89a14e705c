import type { RunningStack } from '@cds/local/running-stack';
import type pg from 'pg';
import { newKey } from '../api.js';
import { databaseOf, madeUpId } from '../boards/database.js';
import { type Latencies, timesOf } from '../lists/latency.js';
import { NAMES } from '../lists/searches.js';
import { misspell, VOCABULARY } from '../lists/vocabulary.js';
import { judged } from '../measurement.js';
import type { Result } from '../report.js';

const FEW = 1_000;
const [FEW_MS, MANY_MS] = [15, 60];
const ROUNDS = 4;

const MADE_UP = VOCABULARY.filter((word) => word.length > 5).filter((_, index) => index % 150 === 0);
/** Names as they are, in part, misspelt, of two words, and short ones that stand in very many names. */
const SEARCHES: readonly string[] = [
  ...NAMES,
  ...NAMES.map((name, index) => misspell(name, index + name.length)),
  ...['larg mouth bas', 'rainbow', 'bass', 'red', 'fis', 'trucha arcoiris', 'blak marln', 'ba', 'snaper red'],
  ...MADE_UP.flatMap((word, index) => [word, misspell(word, index)]),
];

/** Adds species until there are so many of them, and measures searches by name at each number. */
export const measureSpecies = async (
  { credentials }: RunningStack,
  sizes: readonly number[],
  say: (text: string) => void,
): Promise<Result[]> => {
  const pool = databaseOf(credentials, 'species');
  const headers = { authorization: `Bearer ${await newKey(credentials)}` };
  const ask = async (q: string): Promise<void> => {
    const url = `${credentials.base_url}/v1/species?${new URLSearchParams({ q }).toString()}`;
    const answer = await fetch(url, { headers });
    const body = await answer.text();
    if (!answer.ok) throw new Error(`${url}: ${answer.status} ${body}`);
  };
  try {
    const results: Result[] = [];
    for (const size of sizes) {
      say(`growing to ${size} species`);
      const species = await growTo(pool, size);
      say('measuring');
      const peer = await timesOf(SEARCHES.length, async (round) => {
        await pool.query(`SELECT count(*) FROM species_terms WHERE term LIKE '%' || $1 || '%'`, [SEARCHES[round]]);
      });
      const taken = await timesOf(SEARCHES.length * ROUNDS, (round) => ask(SEARCHES[round % SEARCHES.length] ?? ''));
      const name = `p95 of ${SEARCHES.length} searches through the gateway, ${species} species`;
      const most = species <= FEW ? FEW_MS : MANY_MS;
      results.push(
        judged({ name, measured: shown(taken), peer: `LIKE ${shown(peer)}` }, taken.p95Ms, { most, unit: 'ms' }),
      );
    }
    return results;
  } finally {
    await pool.end();
  }
};

const growTo = async (pool: pg.Pool, size: number): Promise<number> => {
  const count = async (): Promise<number> =>
    (await pool.query<{ count: number }>('SELECT count(*)::int AS count FROM species')).rows[0]?.count ?? 0;
  const known = await count();
  if (size > known) for (const text of ADD) await pool.query(text, [VOCABULARY, size - known]);
  await pool.query('VACUUM ANALYZE species, species_terms, species_words');
  return count();
};

const wordOf = (factor: number): string => `($1::text[])[1 + (n * ${factor} + n / 97) % cardinality($1::text[])]`;

/** Names of made-up words and of the last words of real ones: very many basses, as there are of real fishes. */
const MADE = `
  WITH kinds AS (
    SELECT array_agg(kind) AS kinds FROM (
      SELECT regexp_replace(common_name, '^.* ', '') AS kind FROM species WHERE slug NOT LIKE 'made-up-%'
    ) AS known
  ), made AS (
    SELECT ${madeUpId('spc', 'n')} AS id, n, initcap(${wordOf(1)} || ' ' || kinds[1 + n * 7 % cardinality(kinds)]) AS name,
      initcap(${wordOf(11)}) || ' ' || ${wordOf(29)} || 'us ' || n AS scientific_name,
      ${wordOf(13)} || ' ' || ${wordOf(17)} AS other_name
    FROM kinds, generate_series(1, $2::int) AS n
  )`;

const TERMS = `
  SELECT id, lower(name) AS term, 0 AS rank FROM made UNION ALL SELECT id, lower(scientific_name), 1 FROM made
  UNION ALL SELECT id, lower(other_name), 2 FROM made`;

const ADD = [
  `${MADE}
  INSERT INTO species (id, slug, common_name, scientific_name, family, "order", water, regions, common_names, version,
    created_at, updated_at)
  SELECT id, 'made-up-' || n, name, scientific_name, 'Centrarchidae', 'Perciformes', 'freshwater', '{}',
    jsonb_build_array(jsonb_build_object('name', name, 'language', 'en', 'region', NULL),
      jsonb_build_object('name', other_name, 'language', 'en', 'region', NULL)), 1, now(), now()
  FROM made`,
  `${MADE}
  INSERT INTO species_terms (species_id, term, rank) SELECT id, term, rank FROM (${TERMS}) AS terms
  ON CONFLICT (species_id, term) DO NOTHING`,
  `${MADE}
  INSERT INTO species_words (species_id, word)
  SELECT id, word FROM (${TERMS}) AS terms
  CROSS JOIN LATERAL (SELECT regexp_split_to_table(term, ' ') AS word UNION SELECT replace(term, ' ', '')) AS words
  ON CONFLICT (species_id, word) DO NOTHING`,
] as const;

const shown = ({ p50Ms, p95Ms }: Latencies): string => `p50 ${p50Ms.toFixed(1)} ms, p95 ${p95Ms.toFixed(1)} ms`;
