import type { Prisma } from '../../../generated/client.js';
import { revokeTokens } from '../revocations/revoke.js';

/**
 * Ends what a person allowed apps, with all codes and tokens: one grant, or every one without an `id`. Returns those
 * that there were.
 */
export const endGrantsOf = async (
  personId: string,
  tx: Prisma.TransactionClient,
  id?: string,
): Promise<readonly { id: string; clientId: string }[]> => {
  const where = { personId, ...(id !== undefined && { id }) };
  const grants = await tx.oAuthGrant.findMany({ where, select: { id: true, clientId: true } });
  const ids = grants.map((grant) => grant.id);
  await tx.oAuthGrant.deleteMany({ where: { id: { in: ids } } });
  await revokeTokens(tx, 'grant', ids);
  return grants;
};
