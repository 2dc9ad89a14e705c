import type pg from 'pg';

/**
 * Adds a column `zz` to every table of the connected database's schema `public`, as a migration of a later release
 * might, and returns the tables' names. Partitions get it from their tables.
 */
export const widenTables = async (db: pg.Pool): Promise<string[]> => {
  const { rows } = await db.query<{ name: string }>(
    `SELECT quote_ident(relname) AS name FROM pg_class
      WHERE relnamespace = 'public'::regnamespace AND relkind IN ('r', 'p') AND NOT relispartition ORDER BY relname`,
  );
  const names = rows.map(({ name }) => name);
  for (const name of names) await db.query(`ALTER TABLE ${name} ADD COLUMN zz int`);
  return names;
};
