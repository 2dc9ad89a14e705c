import type { Prisma } from '../../generated/client.js';
import { revokeTokens } from './revoke.js';

/**
 * Ends OAuth clients with all of their tokens. However many people allowed a client, this changes one row: it marks the
 * client as deleted, and `ClientRemover` removes the grants, and then the row, later. Copies of the previous release do
 * not know the mark: they refuse the client because it has no grant types and scopes any more.
 */
export const endClients = async (ids: readonly string[], at: Date, tx: Prisma.TransactionClient): Promise<void> => {
  await tx.oAuthClient.updateMany({
    where: { id: { in: [...ids] }, deletedAt: null },
    data: { deletedAt: at, grantTypes: [], scopes: [] },
  });
  await revokeTokens(tx, 'client', ids);
};
