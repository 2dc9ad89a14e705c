import { createHash, createPrivateKey, generateKeyPairSync, type JsonWebKey, type KeyObject, sign } from 'node:crypto';
import { promisify } from 'node:util';

/** An Ed25519 key of the service. */
export interface SigningKey {
  readonly kid: string;
  readonly privateKey: KeyObject;
  /** The raw public key. */
  readonly publicKey: Buffer;
  /** It signs from this time on, until a later key does. */
  readonly signsFrom: Date;
}

/** A new private key as a JWK, and its `kid`. */
export const newPrivateJwk = (): { kid: string; jwk: JsonWebKey } => {
  const jwk = generateKeyPairSync('ed25519').privateKey.export({ format: 'jwk' });
  return { kid: thumbprint(jwk), jwk };
};

/** A key read from its private JWK. Throws when that is not an Ed25519 key. */
export const signingKeyOf = (kid: string, jwk: JsonWebKey, signsFrom: Date): SigningKey => {
  const privateKey = createPrivateKey({ key: jwk, format: 'jwk' });
  if (privateKey.asymmetricKeyType !== 'ed25519' || jwk.x === undefined)
    throw new Error(`The signing key ${kid} is not an Ed25519 key.`);
  return { kid, privateKey, publicKey: Buffer.from(jwk.x, 'base64url'), signsFrom };
};

/** The Ed25519 signature of some bytes, in base64. */
export const signatureOf = (bytes: Buffer, { privateKey }: Pick<SigningKey, 'privateKey'>): string =>
  sign(null, bytes, privateKey).toString('base64');

const signInThread = promisify(sign);

/** The same signature, made by a thread of Node's pool. */
export const signatureFromThread = async (
  bytes: Buffer,
  { privateKey }: Pick<SigningKey, 'privateKey'>,
): Promise<string> => (await signInThread(null, bytes, privateKey)).toString('base64');

/** RFC 7638: the digest of the required members in alphabetical order; RFC 8037 names those of such a key. */
const thumbprint = ({ crv, kty, x }: JsonWebKey): string =>
  createHash('sha256').update(JSON.stringify({ crv, kty, x })).digest('base64url');
