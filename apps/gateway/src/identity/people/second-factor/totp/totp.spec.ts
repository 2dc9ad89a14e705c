import { describe, expect, it } from '@jest/globals';
import { Secret } from 'otpauth';
import { newTotpSecret, stepOfCode, totpUri, typedCode } from './totp.js';

/** The secret of RFC 6238, appendix B, for SHA-1. */
const SECRET = Secret.fromUTF8('12345678901234567890').base32;
const at = (seconds: number): Date => new Date(seconds * 1_000);

describe('the code of an authenticator app', () => {
  // The last six of the eight digits that the RFC lists.
  it.each([
    [59, '287082', 1],
    [1_111_111_109, '081804', 37_037_036],
    [1_111_111_111, '050471', 37_037_037],
    [1_234_567_890, '005924', 41_152_263],
    [2_000_000_000, '279037', 66_666_666],
    [20_000_000_000, '353130', 666_666_666],
  ])('at %d seconds is %s, of step %d', (seconds, code, step) => {
    expect(stepOfCode(SECRET, code, at(seconds))).toBe(step);
  });

  it.each([
    [1_234_567_890 + 30, 41_152_263],
    [1_234_567_890 - 30, 41_152_263],
    [1_234_567_890 + 60, null],
    [1_234_567_890 - 60, null],
  ])('is good one step early or late: at %d it is of step %s', (seconds, step) => {
    expect(stepOfCode(SECRET, '005924', at(seconds))).toBe(step);
  });

  it.each(['005925', '5924', '', '0059240', '00592é', 'ABCDÉF', '００５９２４'])('is not %j', (code) => {
    expect(stepOfCode(SECRET, code, at(1_234_567_890))).toBeNull();
  });
});

it.each(['005 924', '００５９２４', '００５\u3000９２４'])('%j is read as the code 005924', (text) => {
  expect(typedCode(text)).toBe('005924');
});

it('a new secret has 160 bits and is in the address that a QR code holds', () => {
  const secret = newTotpSecret();
  expect(Secret.fromBase32(secret).bytes).toHaveLength(20);
  const uri = new URL(totpUri(secret, 'ann@example.com'));
  expect(uri.href).toMatch(/^otpauth:\/\/totp\//);
  expect(uri.searchParams.get('secret')).toBe(secret);
});
