import { DEFAULT_RETRY_SCHEDULE } from '../../endpoints/retry-schedule.js';
import { retryDelayMs } from './retry-delay.js';

const earliest = (): number => 0;
const middle = (): number => 0.5;
const latest = (): number => 0.999_999;

const after = (attemptCount: number, retryAfterSeconds?: number, schedule = DEFAULT_RETRY_SCHEDULE) => ({
  schedule,
  attemptCount,
  retryAfterSeconds,
});

describe('the retry schedule', () => {
  it('waits 5 s, 5 min, 30 min, 2 h, 5 h, 10 h and 10 h', () => {
    const waits = [1, 2, 3, 4, 5, 6, 7].map((count) => retryDelayMs(after(count), middle));
    expect(waits).toEqual([5_000, 300_000, 1_800_000, 7_200_000, 18_000_000, 36_000_000, 36_000_000]);
  });

  it('ends after its last step', () => {
    expect(retryDelayMs(after(8), middle)).toBeNull();
  });

  it('that is empty ends after the first attempt', () => {
    expect(retryDelayMs(after(1, undefined, []), middle)).toBeNull();
  });

  it('varies each step by 20 %', () => {
    expect(retryDelayMs(after(1), earliest)).toBe(4_000);
    expect(retryDelayMs(after(1), latest)).toBe(6_000);
  });

  it('takes a step of 0 as at once', () => {
    expect(retryDelayMs(after(1, 60, [0]), latest)).toBe(0);
  });
});

describe('a wish to wait', () => {
  it.each([
    [1, 5_000, 6_000],
    [5, 5_000, 6_000],
    [7, 7_000, 8_400],
    [9, 9_000, 10_000],
    [10, 10_000, 10_000],
    [3_600, 10_000, 10_000],
    [Infinity, 10_000, 10_000],
  ])('of %d s on a step of 5 s waits %d to %d ms', (seconds, least, most) => {
    expect(retryDelayMs(after(1, seconds), earliest)).toBe(least);
    expect(retryDelayMs(after(1, seconds), latest)).toBe(most);
  });
});
