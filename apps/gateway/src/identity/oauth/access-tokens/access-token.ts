import { decodeProtectedHeader, errors, jwtVerify } from 'jose';
import { z } from 'zod';
import { SIGNING_ALG } from '../signing-keys/signing-key.js';
import type { SigningKeys } from '../signing-keys/signing-keys.js';

/**
 * The claims of our access tokens (RFC 9068), with those of our own: on whose behalf they act, by which app, and by
 * which grant.
 */
const claimsSchema = z.object({
  jti: z.string(),
  sub: z.string(),
  client_id: z.string(),
  client_name: z.string(),
  account_id: z.string(),
  account_name: z.string(),
  /** Absent where a client acts for the account that owns it. */
  grant_id: z.string().optional(),
  scope: z.string().optional(),
  iat: z.number(),
  exp: z.number(),
});
export type AccessTokenClaims = z.infer<typeof claimsSchema>;

/** Longer than any that we issue. */
const MAX_LENGTH = 4_096;

export interface Verification {
  readonly issuer: string;
  readonly keys: SigningKeys;
  readonly now: Date;
}

/**
 * The claims of a token that one of our keys signed for this API and that has not expired; undefined for every other
 * text.
 */
export const verifiedClaims = async (
  token: string,
  { issuer, keys, now }: Verification,
): Promise<AccessTokenClaims | undefined> => {
  const kid = token.length <= MAX_LENGTH ? kidOf(token) : undefined;
  const key = kid === undefined ? undefined : await keys.find(kid);
  if (!key) return undefined;
  try {
    const { payload } = await jwtVerify(token, key.publicKey, {
      issuer,
      audience: issuer,
      typ: 'at+jwt',
      algorithms: [SIGNING_ALG],
      currentDate: now,
    });
    return claimsSchema.safeParse(payload).data;
  } catch (error) {
    if (error instanceof errors.JOSEError) return undefined;
    throw error;
  }
};

/** Undefined for what is no JWT, or names no key. */
const kidOf = (token: string): string | undefined => {
  try {
    return decodeProtectedHeader(token).kid;
  } catch {
    return undefined;
  }
};
