import { decimals, instantText, shownName } from './schemas.js';

const name = shownName(10);

describe('a name that others are shown', () => {
  it.each([
    ['a letter with a mark', 'A\u0301da'],
    ['an emoji of several parts', '👩\u200d🚀'],
    ['Arabic and Hebrew', 'أحمد דוד'],
    ['white space between words', 'Ada\u00a0L.'],
    ['ten characters of four bytes', '🎣'.repeat(10)],
  ])('may have %s', (_what, text) => {
    expect(name.safeParse(text).success).toBe(true);
  });

  it.each([
    ['nothing', ''],
    ['white space alone', ' \u3000\u00a0'],
    ['spaces of no width alone', '\u200b\u2060 \ufeff'],
    ['fillers alone', '\u3164\u2800'],
    ['eleven characters', 'x'.repeat(11)],
    ['NUL', 'a\0'],
    ['half of a surrogate pair', 'a\ud800'],
    ['a tab', 'a\tb'],
    ['a line feed', 'a\nb'],
    ['a separator of lines', 'a\u2028b'],
    ['a control of terminals', 'a\u001b[31m'],
    ['a control of the upper half', 'a\u009b31m'],
    ['an override of direction', 'a\u202eb'],
    ['an isolate of direction', 'a\u2066b'],
    ['a mark of direction', 'a\u200fb'],
  ])('may not have %s', (_what, text) => {
    expect(name.safeParse(text).error?.issues).toHaveLength(1);
  });
});

describe('a time', () => {
  it.each([
    '0001-01-01T00:00:00Z',
    '0001-01-01T00:00:00-14:00',
    '9999-12-31T23:59:59.999Z',
    '9999-12-31T23:59:59.999+14:00',
    '2026-02-28T12:00:00.123456+05:30',
    '2026-02-28T12:00:00.123456789Z',
  ])('may be %s', (text) => {
    expect(instantText().safeParse(text).success).toBe(true);
  });

  it.each([
    '0000-01-01T00:00:00Z',
    '0001-01-01T00:00:00+14:00',
    '9999-12-31T23:59:59.999-14:00',
    '2026-02-28T12:00:00+16:00',
    '2026-02-28T12:00:00.1234567890Z',
    `2026-01-01T00:00:00.${'0'.repeat(200)}Z`,
    '2026-02-30T12:00:00Z',
    '2026-02-28',
  ])('may not be %s', (text) => {
    expect(instantText().safeParse(text).error?.issues).toHaveLength(1);
  });
});

describe('a number', () => {
  it('of -0 is 0', () => {
    expect(decimals(3).gte(0).parse(-0)).toBe(0);
  });

  it('keeps the sign of any other', () => {
    expect(decimals(3).parse(-0.001)).toBe(-0.001);
  });
});
