import { newId } from '@cds/service-kit';
import { hashOfApiKey, makeApiKey, shownPrefixOf } from '../../api-keys/api-key.js';
import type { Prisma, PrismaClient } from '../../../generated/client.js';
import { BOOTSTRAP_ACCOUNTS, BOOTSTRAP_KEY_NAME, BOOTSTRAP_RATE, type BootstrapAccount } from './bootstrap-accounts.js';
import { type BootstrappedPerson, bootstrapPerson } from './bootstrap-person.js';

/** `key` and `password` are null for who was there already: only hashes are stored, so they cannot be shown again. */
export interface BootstrappedAccount {
  readonly account_id: string;
  readonly key: string | null;
  readonly person?: BootstrappedPerson;
}

/**
 * Makes the first accounts, each with a key, and the admin's person where they are missing; changes nothing about those
 * that are there, except that `newKeys` gives them new keys and a new password, and revokes what they got here before.
 * Runs at the same time wait for each other.
 */
export const bootstrapAccounts = (
  database: PrismaClient,
  { newKeys }: { newKeys: boolean },
): Promise<Record<string, BootstrappedAccount>> =>
  database.$transaction(
    async (tx) => {
      await tx.$executeRaw`SELECT pg_advisory_xact_lock(hashtext('bootstrap-accounts'))`;
      const made: Record<string, BootstrappedAccount> = {};
      for (const account of BOOTSTRAP_ACCOUNTS) made[account.handle] = await bootstrap(tx, account, newKeys);
      return made;
    },
    { maxWait: 10_000, timeout: 20_000 },
  );

const bootstrap = async (
  tx: Prisma.TransactionClient,
  account: BootstrapAccount,
  newKeys: boolean,
): Promise<BootstrappedAccount> => {
  const { handle, name } = account;
  const existing = await tx.account.findUnique({ where: { handle } });
  if (existing && !newKeys)
    return { account_id: existing.id, key: null, ...(await personOf(tx, existing.id, account, newKeys)) };
  const { id } = existing ?? (await tx.account.create({ data: { id: newId('account'), handle, name } }));
  await tx.apiKey.updateMany({
    where: { accountId: id, name: BOOTSTRAP_KEY_NAME, revokedAt: null },
    data: { revokedAt: new Date() },
  });
  return { account_id: id, key: await createKey(tx, id, account), ...(await personOf(tx, id, account, newKeys)) };
};

const personOf = async (
  tx: Prisma.TransactionClient,
  accountId: string,
  { person: email, scopes }: BootstrapAccount,
  newPassword: boolean,
): Promise<{ person?: BootstrappedPerson }> =>
  email === undefined ? {} : { person: await bootstrapPerson(tx, { accountId, email, scopes, newPassword }) };

const createKey = async (
  tx: Prisma.TransactionClient,
  accountId: string,
  { scopes }: BootstrapAccount,
): Promise<string> => {
  const key = makeApiKey();
  await tx.apiKey.create({
    data: {
      id: newId('apiKey'),
      accountId,
      name: BOOTSTRAP_KEY_NAME,
      hash: hashOfApiKey(key),
      prefix: shownPrefixOf(key),
      scopes: [...scopes],
      ...RATE,
    },
  });
  return key;
};

const RATE = { rateLimit: BOOTSTRAP_RATE.limit, rateWindowSeconds: BOOTSTRAP_RATE.windowSeconds };
