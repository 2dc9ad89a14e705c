import { timingSafeEqual } from 'node:crypto';
import { hashOfClientSecret } from '../clients/client-secret.js';

/** For the library's clients, which have the hash of their secret in the place of the secret. */
export function hashedSecretIs(this: { readonly clientSecret?: string | undefined }, actual: string): boolean {
  const expected = Buffer.from(this.clientSecret ?? '');
  const given = Buffer.from(hashOfClientSecret(actual));
  return expected.length === given.length && timingSafeEqual(expected, given);
}
