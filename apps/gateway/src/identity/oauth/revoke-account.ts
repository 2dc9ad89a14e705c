import type { Prisma } from '../../generated/client.js';
import { revokeTokens } from '../issued-tokens/revoke.js';

/**
 * Deletes the OAuth clients and grants of an account and revokes every token that acts for it. Call it with the account
 * locked and marked as deleted: the creation of a client waits for that lock and then fails, so none is overlooked.
 */
export const revokeAccount = async (accountId: string, tx: Prisma.TransactionClient): Promise<void> => {
  await tx.oAuthGrant.deleteMany({ where: { accountId } });
  const clients = await tx.oAuthClient.findMany({ where: { accountId }, select: { id: true } });
  const ids = clients.map(({ id }) => id);
  await tx.oAuthClient.deleteMany({ where: { id: { in: ids } } });
  await revokeTokens(tx, 'account', [accountId]);
  await revokeTokens(tx, 'client', ids);
};
