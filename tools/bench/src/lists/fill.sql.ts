/** Filled rows are logged evenly over these years up to now. */
const YEARS = 3;
const TEXTS = 20_000;
const PLACES = 3_000;
const ANGLERS = 5_000;
const METHODS = ['trolling', 'casting', 'fly fishing', 'jigging', 'still fishing', 'ice fishing', 'spearing'];
const BAITS = ['worm', 'minnow', 'crankbait', 'spinner', 'jig', 'leech', 'dry fly', 'frog', 'cut bait', 'shrimp'];
const REGIONS = [
  'US-TX',
  'US-MN',
  'US-FL',
  'US-MI',
  'US-WI',
  'CA-ON',
  'US-CA',
  'US-NY',
  'US-LA',
  'US-TN',
  'CA-QC',
  'US-OH',
  'CA-BC',
  'US-AK',
];
/** So many catches are made up; more are the same ones at other times. */
export const MADE_UP = 250_000;

/** A number from 0 to 1 that follows from a row's number and a name. */
const chance = (row: string, of: string): string =>
  `((hashtextextended('${of}', ${row}) & 4294967295) / 4294967296.0)::float8`;
/** The same, small ones more often: the share of the first hundredth is a tenth for 2. */
const skewed = (row: string, of: string, power: number): string => `(${chance(row, of)} ^ ${power})`;
const nth = (row: string, of: string, count: string, power = 1): string =>
  `floor(${skewed(row, of, power)} * ${count})::int`;
const oneOf = (row: string, of: string, choices: readonly string[]): string =>
  `(ARRAY['${choices.join("','")}'])[1 + ${nth(row, of, String(choices.length), 2)}]`;
const sometimes = (row: string, of: string, share: number, value: string): string =>
  `CASE WHEN ${chance(row, `has ${of}`)} < ${share} THEN ${value} END`;

const MADE_UP_ROWS = `CREATE TABLE bench_rows AS
SELECT i AS n, a.account_id, a.id AS angler_id, s.id AS species_id,
  round((0.5 + ${skewed('i', 'weight', 3)} * 40)::numeric, 1)::float8 AS weight_lbs,
  ${sometimes('i', 'length', 0.6, `round((6 + ${skewed('i', 'length', 2)} * 50)::numeric, 1)`)}::float8 AS length_in,
  ${sometimes('i', 'depth', 0.7, nth('i', 'depth', '120', 2))}::float8 AS depth_ft,
  ${skewed('i', 'caught', 8)} * interval '300 days' AS caught_before,
  ${skewed('i', 'updated', 12)} * interval '300 days' AS updated_after,
  p.name AS location_name, p.latitude + ${nth('i', 'north', '40')} / 1000.0 AS latitude,
  p.longitude + ${nth('i', 'east', '40')} / 1000.0 AS longitude,
  p.region, left(p.region, 2) AS country, p.n IS NOT NULL AS has_location,
  ${sometimes('i', 'method', 0.6, oneOf('i', 'method', METHODS))} AS method,
  ${sometimes('i', 'bait', 0.5, oneOf('i', 'bait', BAITS))} AS bait,
  ${sometimes('i', 'water', 0.8, oneOf('i', 'water', ['freshwater', 'saltwater', 'brackish']))} AS water_type,
  ${sometimes('i', 'release', 0.7, `${chance('i', 'release')} < 0.6`)} AS released,
  ${sometimes('i', 'notes', 0.7, "one.text || ' ' || other.text")} AS notes,
  ${`CASE WHEN ${chance('i', 'verified')} < 0.05 THEN ${nth('i', 'tier', '3', 2)} + 1 ELSE 0 END`} AS verification_tier
FROM generate_series(0, ${MADE_UP - 1}) AS i
JOIN bench_anglers a ON a.n = ${nth('i', 'angler', String(ANGLERS), 2)}
JOIN bench_species s ON s.n = ${nth('i', 'species', '(SELECT count(*) FROM bench_species)', 3)}
JOIN bench_texts one ON one.n = ${nth('i', 'one text', String(TEXTS))}
JOIN bench_texts other ON other.n = ${nth('i', 'other text', String(TEXTS))}
LEFT JOIN bench_places p ON p.n = ${nth('i', 'place', String(PLACES), 2)} AND ${chance('i', 'has place')} < 0.7
ORDER BY i`;

/** Texts, places, species and anglers that rows are put together from; `$1` is the vocabulary. */
export const SOURCES = [
  `CREATE TABLE bench_texts AS
   SELECT n, string_agg(vocabulary[1 + ${nth('n * 100 + position', 'word', 'array_length(vocabulary, 1)', 3)}], ' '
   ORDER BY position) AS text
   FROM generate_series(0, ${TEXTS - 1}) AS n, (SELECT $1::text[] AS vocabulary), generate_series(1,
   2 + n % 5) AS position GROUP BY n`,
  `CREATE TABLE bench_places AS
   SELECT n, bench_texts.text AS name, round((25 + ${chance('n', 'latitude')} * 24)::numeric, 4)::float8 AS latitude,
     round((-124 + ${chance('n', 'longitude')} * 57)::numeric, 4)::float8 AS longitude,
     ${oneOf('n', 'region', REGIONS)} AS region
   FROM generate_series(0, ${PLACES - 1}) AS n JOIN bench_texts USING (n)`,
  `CREATE TABLE bench_species AS SELECT row_number() OVER (ORDER BY md5(id)) - 1 AS n, id FROM species_names
    WHERE deleted_at IS NULL`,
  `CREATE TABLE bench_anglers AS
   SELECT n, 'ang_0' || lpad(to_hex(n), 25, '0') AS id, 'acc_0' || lpad(to_hex(n % 500), 25, '0') AS account_id,
     initcap(($1::text[])[101 + n % 2900]) || ' ' || initcap(($1::text[])[101 + n * 7 % 2900]) AS name
     FROM generate_series(0, ${ANGLERS - 1}) AS n`,
  MADE_UP_ROWS,
  `INSERT INTO anglers (id, account_id, name, is_own, created_at, updated_at)
    SELECT id, account_id, name, false, now(), now() FROM bench_anglers`,
  `INSERT INTO catch_words (word, account_id) SELECT DISTINCT word, ''
    FROM bench_texts, regexp_split_to_table(text, ' ') AS word WHERE length(word) >= 4 ON CONFLICT DO NOTHING`,
  `INSERT INTO catch_words (word, account_id)
   SELECT DISTINCT word, account_id
   FROM bench_places, regexp_split_to_table(name, ' ') AS word, (SELECT DISTINCT account_id FROM bench_anglers)
   WHERE n < 100 AND length(word) >= 4
   ON CONFLICT DO NOTHING`,
  'ANALYZE bench_texts, bench_places, bench_species, bench_anglers, anglers, catch_words',
] as const;

export const DROP_SOURCES = 'DROP TABLE IF EXISTS bench_rows, bench_texts, bench_places, bench_species, bench_anglers';

const COPIED = `account_id, angler_id, species_id, weight_lbs, length_in, depth_ft, location_name, latitude, longitude,
  region, country, has_location,
  method, bait, water_type, released, notes, verification_tier`;

/** The first `$2` made-up rows as the rows from `$1` on, of `$3` in all. */
export const FILL = `
INSERT INTO catches (id, caught_at, version, created_at, updated_at, ${COPIED})
SELECT 'catch_0' || lpad(to_hex((extract(epoch
  FROM at) * 1000)::bigint), 11, '0') || lpad(to_hex(n + $1), 14, '0'), at - caught_before, 1,
  at, least(now(), at + updated_after), ${COPIED}
FROM (SELECT *, now() - interval '${YEARS} years' * (1 - (n + $1::bigint) / $3::float8) AS at FROM bench_rows
  WHERE n < $2::bigint) r`;

export const COUNT = `
INSERT INTO catch_counts (species_id, verification_tier, count)
SELECT coalesce(species_id, '*'), coalesce(verification_tier, -1), count(*) FROM catches
  GROUP BY CUBE (species_id, verification_tier)`;

export const SECONDARY_INDEXES = `
SELECT indexname AS name, indexdef AS definition FROM pg_indexes
WHERE schemaname = 'public' AND tablename = 'catches' AND indexname NOT LIKE '%\\_pkey' ORDER BY 1`;
