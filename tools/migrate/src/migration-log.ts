import type pg from 'pg';

export interface AppliedMigration {
  name: string;
  checksum: string;
}

/** Prisma's own table, so that its tools read what we wrote and the other way round. */
const TABLE = `CREATE TABLE IF NOT EXISTS "_prisma_migrations" (
  id                  varchar(36) PRIMARY KEY,
  checksum            varchar(64) NOT NULL,
  finished_at         timestamptz,
  migration_name      varchar(255) NOT NULL,
  logs                text,
  rolled_back_at      timestamptz,
  started_at          timestamptz NOT NULL DEFAULT now(),
  applied_steps_count integer NOT NULL DEFAULT 0
)`;

export const ensureLog = (client: pg.Client): Promise<unknown> => client.query(TABLE);

/** What was applied to a database; nothing in one that was never migrated. */
export const readLog = async (client: pg.Client): Promise<AppliedMigration[]> => {
  const { rows: found } = await client.query<{ found: boolean }>(
    `SELECT to_regclass('"_prisma_migrations"') IS NOT NULL AS found`,
  );
  if (!found[0]?.found) return [];
  const { rows } = await client.query<AppliedMigration>(
    `SELECT migration_name AS name, checksum FROM "_prisma_migrations"
      WHERE finished_at IS NOT NULL AND rolled_back_at IS NULL ORDER BY migration_name`,
  );
  return rows;
};

/** Inside the transaction of a migration that has one: it is either applied and recorded, or neither. */
export const record = (client: pg.Client, migration: AppliedMigration): Promise<unknown> =>
  client.query(
    `INSERT INTO "_prisma_migrations" (id, checksum, finished_at, migration_name, applied_steps_count)
     VALUES (gen_random_uuid()::text, $1, clock_timestamp(), $2, 1)`,
    [migration.checksum, migration.name],
  );
