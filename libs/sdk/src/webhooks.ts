import type { CatchDataEvent } from './events/event-types.js';
import { CatchDataError } from './runtime/errors.js';
import { bytesOf } from './webhooks/base64.js';
import { verifyingKeys, type WebhookKeys } from './webhooks/keys.js';

export type { CatchDataEvent, EventType, KnownEvent, UnknownEvent } from './events/event-types.js';
export type { EventPayloads } from './openapi/generated/operations.gen.js';
export { CatchDataError, isCatchDataError } from './runtime/errors.js';
export type { WebhookKeys, WebhookKeySet } from './webhooks/keys.js';

/** Headers as runtimes have them: `Headers`, or an object with names in any case, as in Node. */
export type WebhookHeaders = Headers | Readonly<Record<string, string | readonly string[] | undefined>>;

export interface VerifyOptions {
  /** How far the time of the attempt may be from now, both ways: 300 by default. */
  readonly toleranceSeconds?: number | undefined;
}

/**
 * The event of a webhook request. Fails with a `CatchDataError` when it is not signed with one of the keys
 * (`sdk.webhook_signature`), when it was sent too long ago (`sdk.webhook_timestamp`) or is no webhook at all
 * (`sdk.webhook_headers`). `body` is what arrived, byte for byte: JSON that was parsed and written again has other
 * bytes. Delivery is at least once: `id` of the event is the same each time.
 */
export const verify = async (
  headers: WebhookHeaders,
  body: string | Uint8Array,
  keys: WebhookKeys,
  { toleranceSeconds = TOLERANCE_SECONDS }: VerifyOptions = {},
): Promise<CatchDataEvent> => {
  const [id, timestamp, signatures] = HEADERS.map((name) => headerOf(headers, name));
  if (!id || !timestamp || !signatures) throw failure('headers', `The request lacks one of ${HEADERS.join(', ')}.`);
  const ageSeconds = Math.abs(Date.now() / 1_000 - (/^\d+$/.test(timestamp) ? Number(timestamp) : NaN));
  if (!(ageSeconds <= toleranceSeconds))
    throw failure('timestamp', `webhook-timestamp is more than ${toleranceSeconds} s from now.`);
  const bytes = typeof body === 'string' ? new TextEncoder().encode(body) : body;
  const signed = joined(new TextEncoder().encode(`${id}.${timestamp}.`), bytes);
  if (!(await isSigned(signed, signatures, keys)))
    throw failure('signature', 'None of the keys signed this request, or its body was changed.');
  return JSON.parse(new TextDecoder().decode(bytes)) as CatchDataEvent;
};

/** The same for a `Request`, as servers based on `fetch` have it. Reads its body. */
export const verifyRequest = async (
  request: Request,
  keys: WebhookKeys,
  options?: VerifyOptions,
): Promise<CatchDataEvent> => verify(request.headers, new Uint8Array(await request.arrayBuffer()), keys, options);

const TOLERANCE_SECONDS = 300;
const HEADERS = ['webhook-id', 'webhook-timestamp', 'webhook-signature'];

const headerOf = (headers: WebhookHeaders, name: string): string | undefined => {
  if (headers instanceof Headers) return headers.get(name) ?? undefined;
  const found = Object.entries(headers).find(([key]) => key.toLowerCase() === name)?.[1];
  return typeof found === 'object' ? found[0] : found;
};

const joined = (...parts: readonly Uint8Array[]): Uint8Array<ArrayBuffer> => {
  const all = new Uint8Array(parts.reduce((length, part) => length + part.length, 0));
  let at = 0;
  for (const part of parts) {
    all.set(part, at);
    at += part.length;
  }
  return all;
};

/** Whether one signature fits one key. Those of versions that will be added are passed over. */
const isSigned = async (signed: Uint8Array<ArrayBuffer>, signatures: string, keys: WebhookKeys): Promise<boolean> => {
  const candidates = await verifyingKeys(keys);
  for (const one of signatures.split(' ')) {
    const [version, encoded = ''] = one.split(',', 2);
    const signature = bytesOf(encoded);
    if (!signature) continue;
    for (const { key, algorithm } of candidates.filter((candidate) => candidate.version === version)) {
      // Compares in constant time.
      if (await crypto.subtle.verify(algorithm, key, signature, signed)) return true;
    }
  }
  return false;
};

const failure = (what: 'headers' | 'timestamp' | 'signature', detail: string): CatchDataError =>
  new CatchDataError({ code: `sdk.webhook_${what}`, detail });
