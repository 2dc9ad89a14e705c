import { createHmac, createSecretKey } from 'node:crypto';
import { signatureFromThread, signatureOf, type SigningKey } from '../../signing/signing-key.js';

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
  const content = signedContent(messageId, payload, at);
  return headersOf(content, secrets, signatureOf(content.bytes, key));
};

/**
 * The same headers. The signature by the service's key is the longest computation of an attempt: another thread makes
 * it meanwhile.
 */
export const signHeaders = async (
  messageId: string,
  payload: string,
  { secrets, key }: Signers,
  at: Date,
): Promise<Record<string, string>> => {
  const content = signedContent(messageId, payload, at);
  return headersOf(content, secrets, await signatureFromThread(content.bytes, key));
};

interface SignedContent {
  readonly messageId: string;
  readonly timestamp: string;
  readonly bytes: Buffer;
}

const signedContent = (messageId: string, payload: string, at: Date): SignedContent => {
  const timestamp = String(Math.floor(at.getTime() / 1_000));
  return { messageId, timestamp, bytes: Buffer.from(`${messageId}.${timestamp}.${payload}`) };
};

const headersOf = (
  { messageId, timestamp, bytes }: SignedContent,
  secrets: readonly string[],
  asymmetric: string,
): Record<string, string> => ({
  'content-type': 'application/json',
  'user-agent': USER_AGENT,
  'webhook-id': messageId,
  'webhook-timestamp': timestamp,
  'webhook-signature': [...secrets.map((secret) => `v1,${hmacOf(bytes, secret)}`), `v1a,${asymmetric}`].join(' '),
});

/** Keyed with the bytes that `whsec_…` spells in base64. Node takes thrice as long to find out what a Buffer is. */
const hmacOf = (bytes: Buffer, secret: string): string =>
  createHmac('sha256', createSecretKey(secret.slice('whsec_'.length), 'base64'))
    .update(bytes)
    .digest('base64');
