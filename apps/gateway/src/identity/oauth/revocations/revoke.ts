import type { Queryable } from '@cds/postgres';
import type { Prisma } from '../../../generated/client.js';
import { LIFETIMES } from '../lifetimes.js';

/** Whose access tokens stop: one token by its `jti`, all of a grant, of a client, or that act for an account. */
export type RevocationKind = 'token' | 'grant' | 'client' | 'account';

/** A transaction of Prisma's, or of a client of the pool. */
export type Transaction = Pick<Prisma.TransactionClient, '$executeRawUnsafe'> | Queryable;

/**
 * Stops access tokens on every copy of the gateway within 5 s of the commit, for as long as one of them could live.
 * Grants and clients never come back under the same id.
 */
export const revokeTokens = async (
  tx: Transaction,
  kind: RevocationKind,
  subjects: readonly string[],
): Promise<void> => {
  if (subjects.length === 0) return;
  const values = [kind, [...subjects], LIFETIMES.accessToken + 60];
  if ('$executeRawUnsafe' in tx) await tx.$executeRawUnsafe(SQL, ...values);
  else await tx.query(SQL, values);
};

const SQL = `
  INSERT INTO oauth_revocations (kind, subject, revoked_at, expires_at)
  SELECT $1::text, subject, clock_timestamp(), clock_timestamp() + make_interval(secs => $3::float8)
  FROM unnest($2::text[]) AS subject
  ON CONFLICT (kind, subject) DO UPDATE SET revoked_at = excluded.revoked_at, expires_at = excluded.expires_at`;
