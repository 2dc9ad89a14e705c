import type { Prisma } from '../../generated/client.js';
import { endClients } from '../issued-tokens/end-clients.js';
import { revokeTokens } from '../issued-tokens/revoke.js';

/**
 * Deletes the OAuth clients and grants of an account and revokes every token that acts for it. Call it with the account
 * locked and marked as deleted: the creation of a client waits for that lock and then fails, so none is overlooked.
 * Resolves to the ids of the clients.
 */
export const revokeAccount = async (accountId: string, at: Date, tx: Prisma.TransactionClient): Promise<string[]> => {
  await tx.oAuthGrant.deleteMany({ where: { accountId } });
  const clients = await tx.oAuthClient.findMany({ where: { accountId, deletedAt: null }, select: { id: true } });
  await revokeTokens(tx, 'account', [accountId]);
  const ids = clients.map(({ id }) => id);
  await endClients(ids, at, tx);
  return ids;
};
