import type pg from 'pg';

/**
 * How many rows of these tables the transaction of `db` has read so far, by index or otherwise. Work is measured by
 * what it adds.
 */
export const rowsRead = async (db: Pick<pg.ClientBase, 'query'>, ...tables: string[]): Promise<number> => {
  const { rows } = await db.query<{ read: number }>(READ, [tables]);
  return rows[0]?.read ?? 0;
};

const READ = `
  SELECT coalesce(sum(coalesce(seq_tup_read, 0) + coalesce(idx_tup_fetch, 0)), 0)::int AS read
  FROM pg_stat_xact_user_tables WHERE relname = ANY ($1)`;
