import { bytesOf } from './base64.js';

/** The set that `/.well-known/webhook-keys` answers. */
export interface WebhookKeySet {
  readonly keys: readonly { readonly whpk: string }[];
}

/**
 * What signatures are verified with: secrets of the endpoint (`whsec_…`), public keys of the service (`whpk_…`,
 * or their set), or both. They come from your configuration or from the service, never from the request.
 */
export type WebhookKeys = string | readonly string[] | WebhookKeySet;

/** A key, and which signatures it is for. */
export interface VerifyingKey {
  readonly version: 'v1' | 'v1a';
  readonly algorithm: 'HMAC' | 'Ed25519';
  readonly key: ImportedKey;
}

/** `CryptoKey`, which is the name of a type in browsers alone. */
type ImportedKey = Awaited<ReturnType<typeof crypto.subtle.importKey>>;

/** Lenient decoders turn a mistyped secret into a short one. */
const SHORTEST_SECRET = 16;
const PUBLIC_KEY_LENGTH = 32;

/** Throws a TypeError for what is no key: a mistake of the receiver's, not of the sender's. */
export const verifyingKeys = (keys: WebhookKeys): Promise<VerifyingKey[]> => {
  const texts = typeof keys === 'string' ? [keys] : isSet(keys) ? keys.keys.map(({ whpk }) => whpk) : keys;
  if (texts.length === 0) throw new TypeError('There is no key to verify the webhook with.');
  return Promise.all(texts.map(keyOf));
};

const isSet = (keys: Exclude<WebhookKeys, string>): keys is WebhookKeySet => !Array.isArray(keys);

const keyOf = async (text: string): Promise<VerifyingKey> => {
  const [, prefix, encoded = ''] = /^(whsec|whpk)_(.*)$/.exec(text) ?? [];
  const bytes = bytesOf(encoded);
  if (prefix === 'whsec' && bytes && bytes.length >= SHORTEST_SECRET) {
    const hmac = { name: 'HMAC', hash: 'SHA-256' };
    return { version: 'v1', algorithm: 'HMAC', key: await imported(bytes, hmac) };
  }
  if (prefix === 'whpk' && bytes?.length === PUBLIC_KEY_LENGTH)
    return { version: 'v1a', algorithm: 'Ed25519', key: await imported(bytes, { name: 'Ed25519' }) };
  throw new TypeError('A key of webhooks is whsec_ or whpk_ and base64, as the service shows it.');
};

const imported = (bytes: Uint8Array<ArrayBuffer>, algorithm: HmacImportParams | Algorithm): Promise<ImportedKey> =>
  crypto.subtle.importKey('raw', bytes, algorithm, false, ['verify']);
