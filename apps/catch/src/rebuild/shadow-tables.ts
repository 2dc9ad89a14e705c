import type { Queryable } from '@cds/postgres';

/** The read models that are computed from the event log alone. */
export const REBUILT_TABLES = ['catches', 'catch_tombstones', 'verifications'] as const;
export type RebuiltTable = (typeof REBUILT_TABLES)[number];

/**
 * Creates empty shadow tables of the read models in the schema `rebuild`, with their primary keys alone: the other
 * indexes are built when the tables are full. Shadow tables of an earlier run are kept if their definition is still
 * that of the serving tables. Returns whether they were kept.
 */
export const openShadows = async (db: Queryable): Promise<boolean> => {
  if (await isResumable(db)) return true;
  await db.query('DROP SCHEMA IF EXISTS rebuild CASCADE');
  await db.query('CREATE SCHEMA rebuild');
  for (const table of REBUILT_TABLES) await createShadow(db, table);
  await db.query(CREATE_PROGRESS);
  await db.query(`INSERT INTO rebuild.progress (definition, transaction_id, position) SELECT (${DEFINITION}), 0, 0`, [
    REBUILT_TABLES,
  ]);
  return false;
};

const isResumable = async (db: Queryable): Promise<boolean> => {
  const { rows } = await db.query<{ found: boolean }>("SELECT to_regclass('rebuild.progress') IS NOT NULL AS found");
  if (!rows[0]?.found) return false;
  const same = await db.query(`SELECT FROM rebuild.progress WHERE definition = (${DEFINITION})`, [REBUILT_TABLES]);
  return same.rowCount === 1;
};

/**
 * A shadow table has everything of its serving table but the indexes: storage parameters and statistics targets too.
 */
const createShadow = async (db: Queryable, table: RebuiltTable): Promise<void> => {
  await db.query(`CREATE TABLE rebuild.${table} (LIKE public.${table} INCLUDING ALL EXCLUDING INDEXES)`);
  await db.query(`ALTER TABLE rebuild.${table} ADD CONSTRAINT ${table}_pkey PRIMARY KEY (id)`);
  const { rows } = await db.query<{ setting: string }>(SETTINGS, [table]);
  for (const { setting } of rows) await db.query(`ALTER TABLE rebuild.${table} ${setting}`);
};

/**
 * Builds the indexes of the serving tables on their shadow tables, under the same names, since error handling and plans
 * refer to them. They are built one by one without a long transaction; those that an earlier run finished are kept.
 */
export const indexShadows = async (db: Queryable): Promise<void> => {
  for (const { name } of (await db.query<{ name: string }>(UNFINISHED_INDEXES)).rows)
    await db.query(`DROP INDEX rebuild.${name}`);
  const { rows } = await db.query<{ definition: string }>(MISSING_INDEXES, [REBUILT_TABLES]);
  for (const { definition } of rows) await db.query(concurrently(definition));
  for (const table of REBUILT_TABLES) await db.query(`ANALYZE rebuild.${table}`);
};

/** Turns the definition of an index of a serving table into that of the same index of its shadow table. */
const concurrently = (definition: string): string =>
  definition
    .replace(/^CREATE (UNIQUE )?INDEX /, 'CREATE $1INDEX CONCURRENTLY ')
    .replace(/ ON (ONLY )?public\./, ' ON $1rebuild.');

const CREATE_PROGRESS = `
CREATE TABLE rebuild.progress (definition text NOT NULL, transaction_id bigint NOT NULL, position bigint NOT NULL)`;

/** The columns that shadow tables must have: a migration that changes one makes those of an earlier run useless. */
const DEFINITION = `
SELECT md5(string_agg(concat_ws(' ', attrelid::regclass, attname, atttypid::regtype, atttypmod, attnotnull), ','
  ORDER BY attrelid::regclass::text, attnum))
FROM pg_attribute WHERE attrelid = ANY (SELECT ('public.' || name)::regclass FROM unnest($1::text[]) AS name)
  AND attnum > 0 AND NOT attisdropped`;

/** What LIKE does not copy. */
const SETTINGS = `
SELECT 'SET (' || array_to_string(reloptions, ', ') || ')' AS setting
FROM pg_class WHERE oid = ('public.' || $1)::regclass AND reloptions IS NOT NULL
UNION ALL
SELECT 'SET (' || (SELECT string_agg('toast.' || option, ', ') FROM unnest(toast.reloptions) AS option) || ')'
FROM pg_class served JOIN pg_class toast ON toast.oid = served.reltoastrelid
WHERE served.oid = ('public.' || $1)::regclass AND toast.reloptions IS NOT NULL
UNION ALL
SELECT format('ALTER COLUMN %I SET STATISTICS %s', attname, attstattarget)
FROM pg_attribute WHERE attrelid = ('public.' || $1)::regclass AND attnum > 0 AND attstattarget >= 0
UNION ALL
SELECT format('ALTER COLUMN %I SET (%s)', attname, array_to_string(attoptions, ', '))
FROM pg_attribute WHERE attrelid = ('public.' || $1)::regclass AND attnum > 0 AND attoptions IS NOT NULL`;

const UNFINISHED_INDEXES = `
SELECT quote_ident(relname) AS name FROM pg_index JOIN pg_class ON pg_class.oid = indexrelid
WHERE relnamespace = 'rebuild'::regnamespace AND NOT indisvalid`;

const MISSING_INDEXES = `
SELECT indexdef AS definition FROM pg_indexes served
WHERE schemaname = 'public' AND tablename = ANY($1) AND NOT EXISTS (
  SELECT FROM pg_indexes built WHERE built.schemaname = 'rebuild' AND built.indexname = served.indexname)
ORDER BY indexname`;
