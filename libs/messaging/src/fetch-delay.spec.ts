import { fetchDelayMs } from './fetch-delay.js';

describe('the delay after a fetch', () => {
  it.each([
    [0, 0],
    [20, 0],
    [21, 5],
    [30, 50],
    [50, 50],
    [60, 100],
    [80, 200],
    [999, 200],
    [1_000, 0],
    [3_000, 0],
  ])('of %i messages is %i ms', (messages, delayMs) => {
    expect(fetchDelayMs(messages)).toBe(delayMs);
  });
});
