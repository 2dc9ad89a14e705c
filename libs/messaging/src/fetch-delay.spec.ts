import { fetchDelayMs } from './fetch-delay.js';

describe('the rest after a round', () => {
  it.each([
    [0, 0],
    [5, 0],
    [6, 5],
    [44, 195],
    [45, 200],
    [46, 200],
    [3_000, 200],
  ])('of %i messages is %i ms', (messages, restMs) => {
    expect(fetchDelayMs(messages)).toBe(restMs);
  });
});
