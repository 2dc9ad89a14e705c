import { createHmac, createSecretKey, hkdfSync, type KeyObject, timingSafeEqual } from 'node:crypto';

/** The header that proves that the gateway let exactly this call through. */
export const CALL_HEADER = 'x-cds-call';

/** A call as a service receives it: its method and its target, the query included. */
export interface Call {
  readonly method: string;
  readonly target: string;
}

/** Signs that an identity may be used for one call. */
export type SignCall = (identity: string, call: Call) => string;

/** The first secret signs. */
export const callSigner = (secrets: readonly string[]): SignCall => {
  const [secret] = secrets;
  if (secret === undefined) throw new Error('calls need a secret');
  const key = callKey(secret);
  return (identity, call) => macOf(key, identity, call);
};

/** The key that binds identities to calls, derived from a secret of the services' identity. */
export const callKey = (secret: string): KeyObject =>
  createSecretKey(Buffer.from(hkdfSync('sha256', secret, '', 'cds call', 32)));

export const isProofOfCall = (key: KeyObject, identity: string, call: Call, proof: string | undefined): boolean => {
  const [expected, given] = [Buffer.from(macOf(key, identity, call)), Buffer.from(proof ?? '')];
  return expected.length === given.length && timingSafeEqual(expected, given);
};

/** 132 bits. */
const MAC_CHARS = 22;

// The proof at the end of an identity covers the rest of it, and the request's id.
const macOf = (key: KeyObject, identity: string, { method, target }: Call): string =>
  createHmac('sha256', key)
    .update(`${identity.slice(identity.lastIndexOf('.') + 1)}\n${method} ${target}`)
    .digest('base64url')
    .slice(0, MAC_CHARS);
