import { gatherFor } from './gather-for.js';
import { DEFAULT_TIMING } from './relay-options.js';

describe('the pause after a batch', () => {
  it.each([
    ['one event', 1, 10],
    ['a few events', 3, 30],
    ['a busy log', 5, 50],
    ['a log that is nearly saturated', 50, 50],
    ['a saturated log', 60, 150],
    ['a flood', 900, DEFAULT_TIMING.gatherMaxMs],
  ])('of %s', (_, events, ms) => {
    expect(gatherFor(events, DEFAULT_TIMING)).toBe(ms);
  });

  it('never exceeds what a relay was given', () => {
    expect(gatherFor(900, { gatherMs: 5, gatherMaxMs: 20 })).toBe(20);
  });
});
