import { storableText } from './storable-text.js';

test.each([
  ['is kept', 'Åsa 🐟', 'Åsa 🐟'],
  ['is cut', 'a'.repeat(20), 'a'.repeat(10)],
  ['loses NUL', 'a\0b', 'a\u{fffd}b'],
  ['loses half of a pair that it came with', '\ud83d and', '\u{fffd} and'],
  ['loses half of a pair that the cut left', `${'a'.repeat(9)}🐟`, `${'a'.repeat(9)}\u{fffd}`],
])('a text %s', (_what, text, stored) => {
  expect(storableText(text, 10)).toBe(stored);
});
