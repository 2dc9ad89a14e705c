import { BackOff, backOffMs, withJitter } from './back-off.js';

describe('a back-off', () => {
  it('doubles up to its maximum, less jitter of at most half', () => {
    const backOff = new BackOff(100, 500);
    const waits = [100, 200, 400, 500, 500].map((full) => ({ full, wait: backOff.next() }));
    for (const { full, wait } of waits) {
      expect(wait).toBeGreaterThanOrEqual(full / 2);
      expect(wait).toBeLessThanOrEqual(full);
    }
  });

  it('starts again after a reset', () => {
    const backOff = new BackOff(100, 500);
    backOff.next();
    backOff.next();
    backOff.reset();
    expect(backOff.next()).toBeLessThanOrEqual(100);
  });

  it('stays at its maximum however many attempts there were', () => {
    expect(backOffMs(100_000, 100, 500)).toBeLessThanOrEqual(500);
    expect(backOffMs(100_000, 100, 500)).toBeGreaterThanOrEqual(250);
  });

  it('does not keep two of them in step', () => {
    expect(new Set(Array.from({ length: 20 }, () => withJitter(100))).size).toBeGreaterThan(1);
  });
});
