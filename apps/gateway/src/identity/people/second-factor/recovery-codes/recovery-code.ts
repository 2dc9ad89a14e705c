import { randomInt } from 'node:crypto';
import { hashOfSecret } from '../../../../secrets/secrets.js';

export const RECOVERY_CODES = 10;

// Without letters that look like digits, and u (Crockford).
const ALPHABET = '0123456789abcdefghjkmnpqrstvwxyz';
const LENGTH = 16;

/** 80 random bits, as people can copy them by hand: `7k3q-…`. */
export const newRecoveryCode = (): string =>
  Array.from(
    { length: LENGTH },
    (_, at) => `${at > 0 && at % 4 === 0 ? '-' : ''}${ALPHABET[randomInt(32)] ?? ''}`,
  ).join('');

/** Names the codes that are left of a person, by their hashes: another name after each use and for new ones. */
export const nameOfCodes = (hashes: readonly string[]): string => hashOfSecret([...hashes].sort().join('\n'));

/**
 * What is stored instead of a code; null for a text that is none. It has too many bits for a slow hash to be of use.
 */
export const hashOfRecoveryCode = (typed: string): string | null => {
  const code = typed.toLowerCase().replace(/[\s-]/g, '').replace(/o/g, '0').replace(/[il]/g, '1');
  return code.length === LENGTH && [...code].every((letter) => ALPHABET.includes(letter)) ? hashOfSecret(code) : null;
};
