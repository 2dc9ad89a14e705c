import { majorVersion } from './java.js';

describe("Java's version", () => {
  it.each([
    ['openjdk version "17.0.15" 2025-04-15', 17],
    ['java version "1.8.0_392"', 8],
    ['openjdk version "25-ea" 2025-09-16', 25],
    ['something else', null],
  ])('of %s is %s', (text, major) => {
    expect(majorVersion(text)).toBe(major);
  });
});
