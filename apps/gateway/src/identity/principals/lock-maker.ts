import type { Prisma } from '../../generated/client.js';
import type { Actor } from './current-actor.decorator.js';
import { invalidCredential, sessionEnded } from './credentials.errors.js';

/**
 * Keeps the credential of a caller, who is about to get a new one, from ending before the transaction does. Fails with
 * `auth.invalid` or `auth.session_ended` when it has ended already: a credential is remembered for a moment, and
 * whatever ends it together with what it made must find all of that. Call it after `lockAccount`, and before the lock
 * of what the caller changes.
 */
export const lockMaker = async (caller: Actor, tx: Prisma.TransactionClient): Promise<void> => {
  if ((await lockedRows(caller, tx)).length > 0) return;
  throw caller.credential.session ? sessionEnded() : invalidCredential('revoked');
};

/** A key is revoked by an update, all others are deleted: that is what each lock holds off. */
const lockedRows = ({ credentialId, credential }: Actor, tx: Prisma.TransactionClient): Promise<object[]> => {
  const { type, grantId, session } = credential;
  if (session) return tx.$queryRaw`SELECT hash FROM person_sessions WHERE hash = ${session.hash} FOR KEY SHARE`;
  if (grantId !== null)
    return tx.$queryRaw`
      SELECT held.id FROM oauth_grants AS held JOIN oauth_clients AS app ON app.id = held.client_id
      WHERE held.id = ${grantId} AND app.deleted_at IS NULL FOR KEY SHARE`;
  if (type === 'access_token')
    return tx.$queryRaw`
      SELECT id FROM oauth_clients WHERE id = ${credentialId} AND deleted_at IS NULL FOR KEY SHARE`;
  return tx.$queryRaw`SELECT id FROM api_keys WHERE id = ${credentialId} AND revoked_at IS NULL FOR SHARE`;
};
