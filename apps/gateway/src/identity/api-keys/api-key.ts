import { hash, randomInt } from 'node:crypto';
import { crc32 } from 'node:zlib';

/**
 * An API key is `cds_live_<random>_<checksum>`: 32 characters of a cryptographic random source over 62 letters and
 * digits (190 bits), and the CRC-32 of all that stands before the last underscore, in 6 base-62 digits (0-9A-Za-z, most
 * significant first). The checksum tells a mistyped or invented key without a look-up, and lets scanners for leaked
 * secrets be sure; it protects nothing.
 */
export const makeApiKey = (): string => {
  const random = Array.from({ length: RANDOM_LENGTH }, () => ALPHABET[randomInt(ALPHABET.length)]).join('');
  const body = `${LIVE}${random}`;
  return `${body}_${checksumOf(body)}`;
};

/** Whether a text has the form of a key and its checksum agrees. */
export const isWellFormedApiKey = (text: string): boolean =>
  FORM.test(text) && checksumOf(text.slice(0, BODY_LENGTH)) === text.slice(BODY_LENGTH + 1);

/**
 * What is stored and looked up instead of the key: SHA-256 in hex. A key has 190 random bits, so no slow hash is
 * needed.
 */
export const hashOfApiKey = (key: string): string => hash('sha256', key, 'hex');

/** The beginning of a key, by which its owner recognises it: `cds_live_ab12`. */
export const shownPrefixOf = (key: string): string => key.slice(0, LIVE.length + 4);

const LIVE = 'cds_live_';
const ALPHABET = '0123456789ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz';
const RANDOM_LENGTH = 32;
const CHECKSUM_LENGTH = 6;
const BODY_LENGTH = LIVE.length + RANDOM_LENGTH;
const FORM = new RegExp(`^${LIVE}[0-9A-Za-z]{${RANDOM_LENGTH}}_[0-9A-Za-z]{${CHECKSUM_LENGTH}}$`);

const checksumOf = (body: string): string => {
  let rest = crc32(body);
  let digits = '';
  for (let place = 0; place < CHECKSUM_LENGTH; place += 1) {
    digits = (ALPHABET[rest % ALPHABET.length] ?? '') + digits;
    rest = Math.floor(rest / ALPHABET.length);
  }
  return digits;
};
