import { createHmac, createSecretKey, hkdfSync, type KeyObject, timingSafeEqual } from 'node:crypto';

/** The header in which the gateway tells a service where a request came from. */
export const ADDRESS_HEADER = 'x-cds-address';

/** 132 bits. */
const MAC_CHARS = 22;

const addressKey = (secret: string): KeyObject =>
  createSecretKey(Buffer.from(hkdfSync('sha256', secret, '', 'cds client address', 32)));

const macOf = (key: KeyObject, address: string, requestId: string): string =>
  createHmac('sha256', key).update(`${requestId}\n${address}`).digest('base64url').slice(0, MAC_CHARS);

/** Signs that the one request with this id came from this address: the address, a space, and what proves it. */
export type SignAddress = (address: string, requestId: string) => string;

/** The first secret signs. */
export const addressSigner = (secrets: readonly string[]): SignAddress => {
  const [secret] = secrets;
  if (secret === undefined) throw new Error('addresses need a secret');
  const key = addressKey(secret);
  return (address, requestId) => `${address} ${macOf(key, address, requestId)}`;
};

/** The address in `x-cds-address` of the request with this id; null without one that the gateway has signed. */
export type VerifyAddress = (signed: string | undefined, requestId: string) => string | null;

/** Accepts addresses that any of the secrets has signed. */
export const addressVerifier = (secrets: readonly string[]): VerifyAddress => {
  const keys = secrets.map(addressKey);
  return (signed, requestId) => {
    const [address, mac] = signed?.split(' ') ?? [];
    if (!address || mac?.length !== MAC_CHARS) return null;
    const given = Buffer.from(mac);
    const isSigned = keys.some((key) => {
      const expected = Buffer.from(macOf(key, address, requestId));
      return given.length === expected.length && timingSafeEqual(given, expected);
    });
    return isSigned ? address : null;
  };
};
