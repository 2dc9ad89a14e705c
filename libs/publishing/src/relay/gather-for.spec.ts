import { gatherFor } from './gather-for.js';
import { DEFAULT_TIMING } from './relay-options.js';

describe('the pause after a batch', () => {
  it.each([
    ['of a quiet log', 1, DEFAULT_TIMING.gatherMs],
    ['at 60 events a second', 60, 10],
    ['of a busy log', 300, 50],
    ['of a log that is nearly saturated', 1_000, 50],
    ['of a saturated log', 1_100, 150],
    ['of a flood', 5_000, DEFAULT_TIMING.gatherMaxMs],
  ])('%s', (_, perSecond, ms) => {
    expect(gatherFor(perSecond / 1_000, DEFAULT_TIMING)).toBeCloseTo(ms, 6);
  });

  it('never exceeds what a relay was given', () => {
    expect(gatherFor(5, { gatherMs: 5, gatherMaxMs: 20 })).toBe(20);
  });
});
