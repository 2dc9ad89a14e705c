import { createHmac, timingSafeEqual } from 'node:crypto';
import { idSchema } from '@cds/contracts';

/** Injection token of the keys that sign the addresses of receivers: the first signs, all verify. */
export const RECEIVER_KEYS = Symbol('RECEIVER_KEYS');

const MAC_BYTES = 16;
const RECEIVER_ID = idSchema('receiver');

/**
 * The last part of a receiver's address: its id, and a signature without which nobody can make the address up. It is
 * stored nowhere, and what was never handed out is recognized without a query.
 */
export const receiverToken = (id: string, keys: readonly Buffer[]): string => {
  const [key] = keys;
  if (!key) throw new Error('There is no key to sign addresses of receivers with.');
  return `${id}.${macOf(id, key).toString('base64url')}`;
};

/** The receiver of a token that we made; undefined for every other text. */
export const receiverOf = (token: string, keys: readonly Buffer[]): string | undefined => {
  const [id = '', signature = '', ...more] = token.split('.');
  const mac = Buffer.from(signature, 'base64url');
  if (more.length > 0 || mac.length !== MAC_BYTES || !RECEIVER_ID.safeParse(id).success) return undefined;
  return keys.some((key) => timingSafeEqual(mac, macOf(id, key))) ? id : undefined;
};

const macOf = (id: string, key: Buffer): Buffer =>
  createHmac('sha256', key).update(`receiver:${id}`).digest().subarray(0, MAC_BYTES);
