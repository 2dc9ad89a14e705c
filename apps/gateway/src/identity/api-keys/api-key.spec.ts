import { describe, expect, it } from '@jest/globals';
import fc from 'fast-check';
import { hashOfApiKey, isWellFormedApiKey, makeApiKey, shownPrefixOf } from './api-key.js';

/** Made once and written down: the format is a promise to scanners for leaked secrets. */
const SAMPLE = 'cds_live_0123456789ABCDEFGHIJKLMNOPQRSTUV_0toryx';

const withCharacterAt = (key: string, at: number, character: string): string =>
  key.slice(0, at) + character + key.slice(at + 1);

describe('an API key', () => {
  it('has 32 random characters and 6 of checksum', () => {
    expect(makeApiKey()).toMatch(/^cds_live_[0-9A-Za-z]{32}_[0-9A-Za-z]{6}$/);
  });

  it('is well formed when it was just made', () => {
    for (let count = 0; count < 200; count += 1) expect(isWellFormedApiKey(makeApiKey())).toBe(true);
  });

  it('is another one each time', () => {
    expect(new Set(Array.from({ length: 500 }, makeApiKey)).size).toBe(500);
  });

  it('keeps the checksum that it always had', () => {
    expect(isWellFormedApiKey(SAMPLE)).toBe(true);
  });

  it('is refused when any one character changed', () => {
    const key = makeApiKey();
    fc.assert(
      fc.property(fc.nat(key.length - 1), fc.constantFrom(...'0aZ_-~ é'), (at, character) => {
        fc.pre(key[at] !== character);
        expect(isWellFormedApiKey(withCharacterAt(key, at, character))).toBe(false);
      }),
    );
  });

  it.each([
    '',
    'cds_live_',
    `${SAMPLE}\n`,
    ` ${SAMPLE}`,
    SAMPLE.toUpperCase(),
    SAMPLE.replace('live', 'test'),
    `${SAMPLE}0`,
    SAMPLE.slice(0, -1),
  ])('is refused as %j', (text) => {
    expect(isWellFormedApiKey(text)).toBe(false);
  });

  it('shows four characters of its random part', () => {
    expect(shownPrefixOf(SAMPLE)).toBe('cds_live_0123');
  });

  it('is stored as its SHA-256', () => {
    expect(hashOfApiKey('abc')).toBe('ba7816bf8f01cfea414140de5dae2223b00361a396177a9cb410ff61f20015ad');
  });
});
