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

/**
 * How often a write that was refused is tried while nobody has the external_id: whoever wrote it at the same moment may
 * not be committed yet, and is to be named.
 */
const ATTEMPTS = 5;

/**
 * Runs a write; when the table's index refuses the external_id, fails with what `taken` says. The write may be run
 * again, so it must leave nothing behind when it fails.
 */
export const withUniqueExternalId = async <T>(
  pool: pg.Pool,
  { table, taken }: ExternalIdTable,
  accountId: string,
  externalId: () => string | null | undefined,
  write: () => Promise<T>,
): Promise<T> => {
  for (let attempt = 1; ; attempt += 1) {
    try {
      return await write();
    } catch (error) {
      const wanted = externalId();
      if (!wanted || !violates(error, `${table}_account_id_external_id_key`)) throw error;
      const { rows } = await pool.query<{ id: string }>(
        `SELECT id FROM ${table} WHERE account_id = $1 AND external_id = $2`,
        [accountId, wanted],
      );
      if (rows[0] !== undefined || attempt === ATTEMPTS) throw taken(wanted, rows[0]?.id ?? null);
    }
  }
};
