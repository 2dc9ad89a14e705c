import { calculateJwkThumbprint, type CryptoKey, exportJWK, generateKeyPair, importJWK, type JWK } from 'jose';

/** The one algorithm of access tokens. */
export const SIGNING_ALG = 'ES256';

/** A key that signs access tokens, or did, or will. */
export interface SigningKey {
  readonly kid: string;
  readonly privateJwk: JWK;
  readonly publicKey: CryptoKey;
  readonly signsFrom: Date;
}

/** A new private key; its `kid` is its thumbprint (RFC 7638). */
export const newPrivateJwk = async (): Promise<JWK & { kid: string }> => {
  const { privateKey } = await generateKeyPair(SIGNING_ALG, { extractable: true });
  const jwk = await exportJWK(privateKey);
  return { ...jwk, kid: await calculateJwkThumbprint(jwk), alg: SIGNING_ALG, use: 'sig' };
};

export const signingKeyOf = async (kid: string, privateJwk: JWK, signsFrom: Date): Promise<SigningKey> => {
  const { d: _private, ...publicJwk } = privateJwk;
  const publicKey = (await importJWK(publicJwk, SIGNING_ALG)) as CryptoKey;
  return { kid, privateJwk, publicKey, signsFrom };
};
