import type { Queryable } from '@cds/postgres';
import { revokeTokens } from './revocations/revoke.js';

/**
 * Ends all of OAuth that belongs to an account, for good: its clients with what was granted to them, its people's
 * grants, and all tokens that act for it.
 */
export const revokeAccount = async (accountId: string, tx: Queryable): Promise<void> => {
  await tx.query('DELETE FROM oauth_grants WHERE account_id = $1', [accountId]);
  const { rows } = await tx.query<{ id: string }>('DELETE FROM oauth_clients WHERE account_id = $1 RETURNING id', [
    accountId,
  ]);
  await revokeTokens(tx, 'account', [accountId]);
  await revokeTokens(
    tx,
    'client',
    rows.map(({ id }) => id),
  );
};
