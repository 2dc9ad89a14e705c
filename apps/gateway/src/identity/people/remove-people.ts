import type { Prisma } from '../../generated/client.js';

/** Removes all people of an account, which ends their sessions and makes the links in their mails useless. */
export const removePeople = async (tx: Prisma.TransactionClient, accountId: string): Promise<void> => {
  await tx.person.deleteMany({ where: { accountId } });
};
