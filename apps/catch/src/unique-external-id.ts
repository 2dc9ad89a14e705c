import type { AppError } from '@cds/errors';
import { violates } from '@cds/postgres';
import type pg from 'pg';

/**
 * A table in which an external_id is unique in its account: its index `<table>_account_id_external_id_key` keeps it.
 */
export interface ExternalIdTable {
  readonly table: 'catches' | 'anglers';
  /** The failure that names who has it; null when they are gone again. */
  readonly taken: (externalId: string, holderId: string | null) => AppError;
}

/** Runs a write; when the table's index refuses the external_id, fails with what `taken` says. */
export const withUniqueExternalId = async <T>(
  pool: pg.Pool,
  { table, taken }: ExternalIdTable,
  accountId: string,
  externalId: () => string | null | undefined,
  write: () => Promise<T>,
): Promise<T> => {
  try {
    return await write();
  } catch (error) {
    const wanted = externalId();
    if (!wanted || !violates(error, `${table}_account_id_external_id_key`)) throw error;
    const { rows } = await pool.query<{ id: string }>(
      `SELECT id FROM ${table} WHERE account_id = $1 AND external_id = $2`,
      [accountId, wanted],
    );
    throw taken(wanted, rows[0]?.id ?? null);
  }
};
