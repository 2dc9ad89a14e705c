import type pg from 'pg';

/**
 * Adds a column `zz` to every table of the connected database's schema `public`, as a migration of a later release
 * might, and returns the tables' names.
 */
export const widenTables = async (db: pg.Pool): Promise<string[]> => {
  const { rows } = await db.query<{ name: string }>(
    "SELECT quote_ident(tablename) AS name FROM pg_tables WHERE schemaname = 'public' ORDER BY tablename",
  );
  const names = rows.map(({ name }) => name);
  for (const name of names) await db.query(`ALTER TABLE ${name} ADD COLUMN zz int`);
  return names;
};
