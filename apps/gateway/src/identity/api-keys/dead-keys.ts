import type { Prisma } from '../../generated/client.js';

/** Keys of an account that tell what they were after they were revoked, or after the grace of their roll. */
const MOST_KEPT = 1_000;
const MOST_AT_ONCE = 50;

/**
 * Deletes those keys of an account that died first, beyond the ones that are kept: an account can roll keys all day.
 * Call it after `lockAccount`.
 */
export const deleteDeadKeys = async (accountId: string, now: Date, tx: Prisma.TransactionClient): Promise<void> => {
  const beyond = await tx.$queryRaw<{ id: string }[]>`
    WITH dead AS NOT MATERIALIZED (
      SELECT k.id, coalesce(k.revoked_at, k.expires_at) AS died_at FROM api_keys AS k
      WHERE k.account_id = ${accountId}
        AND (k.revoked_at IS NOT NULL OR (k.replaced_by IS NOT NULL AND k.expires_at <= ${now}))
    )
    SELECT dead.id FROM dead ORDER BY dead.died_at, dead.id
    LIMIT (SELECT count(*) FROM (SELECT 1 FROM dead OFFSET ${MOST_KEPT} LIMIT ${MOST_AT_ONCE}) AS counted)`;
  for (const { id } of beyond) await deleteKey(id, tx);
};

/**
 * What the key made, and what was rolled into it, is handed to the key that it was rolled into, else to the one that
 * was rolled into it, else to its maker, so that a revocation with all that was made still finds it.
 */
const deleteKey = async (id: string, tx: Prisma.TransactionClient): Promise<void> => {
  await tx.$executeRaw`
    WITH gone AS (
      DELETE FROM api_keys AS k WHERE k.id = ${id} RETURNING k.id, k.replaced_by, k.created_by
    ), heir AS (
      SELECT gone.id AS gone_id, gone.replaced_by AS next_id, coalesce(next.id, former.id, gone.created_by) AS id
      FROM gone LEFT JOIN api_keys AS next ON next.id = gone.replaced_by
      LEFT JOIN api_keys AS former ON former.replaced_by = gone.id
    ), made_keys AS (
      UPDATE api_keys AS k SET created_by = heir.id FROM heir WHERE k.created_by = heir.gone_id
    ), made_clients AS (
      UPDATE oauth_clients AS c SET created_by = heir.id FROM heir WHERE c.created_by = heir.gone_id
    )
    UPDATE api_keys AS k SET replaced_by = heir.next_id FROM heir
    WHERE k.replaced_by = heir.gone_id AND heir.next_id IS NOT NULL`;
};
