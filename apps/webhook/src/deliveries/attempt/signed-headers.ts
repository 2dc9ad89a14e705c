import { createHmac, createSecretKey } from 'node:crypto';
import { signatureOf, type SigningKey } from '../../signing/signing-key.js';

const USER_AGENT = 'Catch-Data-Service-Webhooks/1.0';

export interface Signers {
  /** The endpoint's secrets, as `whsec_…`; each makes a `v1` signature. */
  readonly secrets: readonly string[];
  /** The service's key, which makes the `v1a` signature. */
  readonly key: Pick<SigningKey, 'privateKey'>;
}

/**
 * The headers of one attempt, signed as Standard Webhooks 1.0 says. The id is the same for each attempt at a message,
 * the timestamp is the attempt's.
 */
export const signedHeaders = (
  messageId: string,
  payload: string,
  { secrets, key }: Signers,
  at: Date,
): Record<string, string> => {
  const timestamp = String(Math.floor(at.getTime() / 1_000));
  const signed = Buffer.from(`${messageId}.${timestamp}.${payload}`);
  const signatures = [...secrets.map((secret) => `v1,${hmacOf(signed, secret)}`), `v1a,${signatureOf(signed, key)}`];
  return {
    'content-type': 'application/json',
    'user-agent': USER_AGENT,
    'webhook-id': messageId,
    'webhook-timestamp': timestamp,
    'webhook-signature': signatures.join(' '),
  };
};

/** Keyed with the bytes that `whsec_…` spells in base64. Node takes thrice as long to find out what a Buffer is. */
const hmacOf = (bytes: Buffer, secret: string): string =>
  createHmac('sha256', createSecretKey(secret.slice('whsec_'.length), 'base64'))
    .update(bytes)
    .digest('base64');
