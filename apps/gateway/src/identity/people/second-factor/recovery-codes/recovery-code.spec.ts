import { describe, expect, it } from '@jest/globals';
import { hashOfRecoveryCode, newRecoveryCode } from './recovery-code.js';

describe('a recovery code', () => {
  it('is four times four letters and digits, never the same', () => {
    const codes = Array.from({ length: 100 }, newRecoveryCode);
    for (const code of codes) expect(code).toMatch(/^[0-9a-hjkmnp-tv-z]{4}(-[0-9a-hjkmnp-tv-z]{4}){3}$/);
    expect(new Set(codes).size).toBe(100);
  });

  it.each(['0123 4567 89ab cdef', '0123456789ABCDEF', 'O123-4567-89ab-cdef', ' 0l23-4567-89ab-cdef'])(
    'is recognised as %j',
    (typed) => expect(hashOfRecoveryCode(typed)).toBe(hashOfRecoveryCode('0123-4567-89ab-cdef')),
  );

  it.each(['', '123456', '0123-4567-89ab-cde', '0123-4567-89ab-cdef-0', '0123-4567-89ab-cdeu', '0123-4567-89ab-cdé'])(
    'is not %j',
    (typed) => expect(hashOfRecoveryCode(typed)).toBeNull(),
  );
});
