import { expect, it } from '@jest/globals';
import { DEFAULT_TIMING } from './relay-options.js';
import { relayPace } from './relay-pace.js';

it('lets bulk events rest until they keep to the rate, and for longer while more comes in', () => {
  const pace = relayPace('bulk', { bulkPerSecond: 1_000 }, DEFAULT_TIMING);
  expect(pace.limits.events).toBe(100);
  expect(pace.restMs(100, false)).toBe(100);
  expect(pace.restMs(100, true)).toBeCloseTo(1_000, 1);
});

it('lets live events rest the same, whether more comes in or not', () => {
  const pace = relayPace('live', { bulkPerSecond: 1_000 }, DEFAULT_TIMING);
  expect(pace.restMs(5, true)).toBe(pace.restMs(5, false));
});
