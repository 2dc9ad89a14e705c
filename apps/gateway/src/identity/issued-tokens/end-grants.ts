import type { Prisma } from '../../generated/client.js';
import { revokeTokens } from './revoke.js';

/** Ends the grants that people gave to apps, with all codes and tokens. Returns those that there were. */
export const endGrants = async (
  where: { readonly id: string } | { readonly personId: string; readonly id?: string },
  tx: Prisma.TransactionClient,
): Promise<readonly { id: string; clientId: string; accountId: string }[]> => {
  const grants = await tx.oAuthGrant.findMany({ where, select: { id: true, clientId: true, accountId: true } });
  const ids = grants.map((grant) => grant.id);
  await tx.oAuthGrant.deleteMany({ where: { id: { in: ids } } });
  await revokeTokens(tx, 'grant', ids);
  return grants;
};
