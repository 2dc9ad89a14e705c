import type { AnyTransaction } from './add-person.js';

/**
 * Removes everybody who signs in for an account, which ends their sessions everywhere and makes links in their mails
 * useless.
 */
export const removePeople = async (tx: AnyTransaction, accountId: string): Promise<void> => {
  if ('$executeRawUnsafe' in tx) await tx.$executeRawUnsafe(REMOVE, accountId);
  else await tx.query(REMOVE, [accountId]);
};

const REMOVE = 'DELETE FROM people WHERE account_id = $1';
