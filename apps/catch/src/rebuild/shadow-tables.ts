import type { Queryable } from '@cds/postgres';

/** The read models that follow from the log alone. */
export const REBUILT_TABLES = ['catches', 'catch_tombstones', 'verifications'] as const;
export type RebuiltTable = (typeof REBUILT_TABLES)[number];

/**
 * Empty twins of the read models in a schema of their own, with the primary key alone: the other indexes come when they
 * are full. Twins that an earlier run left are kept if they are like the tables that serve; answers whether they were.
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

/** Like the serving table in all but its indexes, the storage parameters and the statistics targets included. */
const createShadow = async (db: Queryable, table: RebuiltTable): Promise<void> => {
  await db.query(`CREATE TABLE rebuild.${table} (LIKE public.${table} INCLUDING ALL EXCLUDING INDEXES)`);
  await db.query(`ALTER TABLE rebuild.${table} ADD CONSTRAINT ${table}_pkey PRIMARY KEY (id)`);
  const { rows } = await db.query<{ setting: string }>(SETTINGS, [table]);
  for (const { setting } of rows) await db.query(`ALTER TABLE rebuild.${table} ${setting}`);
};

/**
 * The indexes of the serving tables, under the same names: errors and plans speak of them. They are built one by one
 * without a transaction that lasts, and those that an earlier run finished are kept.
 */
export const indexShadows = async (db: Queryable): Promise<void> => {
  for (const { name } of (await db.query<{ name: string }>(UNFINISHED_INDEXES)).rows)
    await db.query(`DROP INDEX rebuild.${name}`);
  const { rows } = await db.query<{ definition: string }>(MISSING_INDEXES, [REBUILT_TABLES]);
  for (const { definition } of rows) await db.query(concurrently(definition));
  for (const table of REBUILT_TABLES) await db.query(`ANALYZE rebuild.${table}`);
};

/** The definition of an index of `public` as that of the same index of the twin. */
const concurrently = (definition: string): string =>
  definition
    .replace(/^CREATE (UNIQUE )?INDEX /, 'CREATE $1INDEX CONCURRENTLY ')
    .replace(/ ON (ONLY )?public\./, ' ON $1rebuild.');

const CREATE_PROGRESS = `
CREATE TABLE rebuild.progress (definition text NOT NULL, transaction_id bigint NOT NULL, position bigint NOT NULL)`;

/** What the twins must agree with: a migration that changes a column makes those of an earlier run useless. */
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
