import type { Prisma } from '../../../generated/client.js';

/** Removes the second factors of everybody in an account and signs them out. Returns whose they were. */
export const removeSecondFactors = async (
  accountId: string,
  tx: Prisma.TransactionClient,
): Promise<{ id: string; email: string }[]> => {
  // The rows first, as whoever adds or removes a factor does.
  const people = await tx.person.updateManyAndReturn({
    where: { accountId, secondFactorSince: { not: null } },
    data: { secondFactorSince: null },
    select: { id: true, email: true },
  });
  const where = { personId: { in: people.map(({ id }) => id) } };
  await tx.personTotp.deleteMany({ where });
  await tx.passkey.deleteMany({ where });
  await tx.recoveryCode.deleteMany({ where });
  await tx.personSession.deleteMany({ where });
  return people;
};
