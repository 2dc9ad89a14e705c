import type { Scope } from '@cds/contracts';
import { randomBytes } from 'node:crypto';
import type { Prisma } from '../../../generated/client.js';
import { addPerson } from '../../people/add-person.js';
import { hashPassword } from '../../people/passwords/passwords.js';

export interface BootstrappedPerson {
  readonly email: string;
  readonly password: string | null;
}

export interface WantedPerson {
  readonly accountId: string;
  readonly email: string;
  readonly scopes: readonly Scope[];
  /** Whether who is there already gets a new password, which signs every browser out. */
  readonly newPassword: boolean;
}

/** Makes an account's first person with a random password, where the account has none. */
export const bootstrapPerson = async (
  tx: Prisma.TransactionClient,
  { accountId, email, scopes, newPassword }: WantedPerson,
): Promise<BootstrappedPerson> => {
  const existing = await tx.person.findFirst({ where: { accountId }, orderBy: { id: 'asc' } });
  const password = randomBytes(18).toString('base64url');
  if (!existing) await addPerson(tx, { accountId, email, password, scopes });
  else if (newPassword) await replacePassword(tx, existing.id, password);
  else return { email: existing.email, password: null };
  return { email: existing?.email ?? email, password };
};

const replacePassword = async (tx: Prisma.TransactionClient, id: string, password: string): Promise<void> => {
  await tx.person.update({ where: { id }, data: { passwordHash: await hashPassword(password) } });
  await tx.personSession.deleteMany({ where: { personId: id } });
};
