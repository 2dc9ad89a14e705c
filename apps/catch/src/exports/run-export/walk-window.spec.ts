import { FIRST_WINDOW, nextWindow } from './walk-window.js';

const MIB = 1_048_576;

describe('the next step of an export', () => {
  it('looks at a thousand catches where they are small or do not match', () => {
    expect(nextWindow(FIRST_WINDOW, 0)).toBe(1_000);
    expect(nextWindow(1_000, 400_000)).toBe(1_000);
  });

  it('looks at fewer where the last ones were large, and at one at least', () => {
    expect(nextWindow(1_000, 10 * MIB)).toBe(100);
    expect(nextWindow(4, 100 * MIB)).toBe(1);
  });

  it('looks at ten times as many at most', () => {
    expect(nextWindow(5, 0)).toBe(50);
  });
});
