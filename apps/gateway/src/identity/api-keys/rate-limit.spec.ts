import { describe, expect, it } from '@jest/globals';
import { isHigher, RATE_LIMIT_DEFAULT } from './rate-limit.js';

describe('a rate', () => {
  it.each([
    ['one more request', { limit: 601, windowSeconds: 60 }],
    ['the same in a shorter window', { limit: 600, windowSeconds: 59 }],
    ['fewer, but more of them a second', { limit: 11, windowSeconds: 1 }],
    ['more at once, but fewer a second', { limit: 601, windowSeconds: 86_400 }],
  ])('with %s is higher than the default', (_what, rate) => {
    expect(isHigher(rate, RATE_LIMIT_DEFAULT)).toBe(true);
  });

  it.each([
    ['the default itself', RATE_LIMIT_DEFAULT],
    ['one request less', { limit: 599, windowSeconds: 60 }],
    ['the same in a longer window', { limit: 600, windowSeconds: 61 }],
    ['the same a second in a shorter window', { limit: 10, windowSeconds: 1 }],
  ])('that is %s is not', (_what, rate) => {
    expect(isHigher(rate, RATE_LIMIT_DEFAULT)).toBe(false);
  });
});
