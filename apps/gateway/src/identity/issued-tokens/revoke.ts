import type { Prisma } from '../../generated/client.js';
import { LIFETIMES } from './lifetimes.js';

/** What is revoked: one token by its `jti`, or all tokens of a grant, of a client or of an account. */
export type RevocationKind = 'token' | 'grant' | 'client' | 'account';

/**
 * Stops access tokens on every copy of the gateway within 5 s of the commit, for as long as any of them could be valid.
 * The ids of grants and clients are never used again.
 */
export const revokeTokens = async (
  tx: Prisma.TransactionClient,
  kind: RevocationKind,
  subjects: readonly string[],
): Promise<void> => {
  if (subjects.length === 0) return;
  const validSeconds = LIFETIMES.accessToken + 60;
  await tx.$executeRaw`
    INSERT INTO oauth_revocations (kind, subject, revoked_at, expires_at)
    SELECT ${kind}::text, subject, clock_timestamp(), clock_timestamp() + make_interval(secs => ${validSeconds}::float8)
    FROM unnest(${[...subjects]}::text[]) AS subject
    ON CONFLICT (kind, subject) DO UPDATE SET revoked_at = excluded.revoked_at, expires_at = excluded.expires_at`;
};
