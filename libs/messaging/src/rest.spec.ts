import { restAfter } from './rest.js';

describe('the rest after a round', () => {
  it.each([
    [0, 0],
    [1, 5],
    [39, 195],
    [40, 200],
    [41, 200],
    [3_000, 200],
  ])('of %i messages is %i ms', (messages, restMs) => {
    expect(restAfter(messages)).toBe(restMs);
  });
});
