import { expect, it } from '@jest/globals';
import { DEFAULT_TIMING } from './relay-options.js';
import { relayPace } from './relay-pace.js';

it('lets bulk events rest until they keep to the rate, and for longer while more comes in', () => {
  const pace = relayPace('bulk', { bulkPerSecond: 1_000 }, DEFAULT_TIMING);
  expect(pace.limits.events).toBe(100);
  expect(pace.restMs({ events: 100, startedAt: 0, isFed: false })).toBe(100);
  expect(pace.restMs({ events: 100, startedAt: 0, isFed: true })).toBeCloseTo(1_000, 1);
  expect([0, 100, 1_500].map((ms) => pace.mostIn(ms))).toEqual([1, 100, 1_500]);
});

/** The rests of live events, given by when each batch starts and how many events it has. */
const rests = (batches: readonly (readonly [startedAt: number, events: number])[]): number[] => {
  const pace = relayPace('live', { batchSize: 100 }, DEFAULT_TIMING);
  return batches.map(([startedAt, events]) => pace.restMs({ events, startedAt, isFed: false }));
};

const everyMs = (ms: number, events: number): (readonly [number, number])[] =>
  Array.from({ length: 200 }, (_, index) => [index * ms, events]);

it('lets events of a quiet log hardly wait, and those of a busy one gather', () => {
  expect(rests(everyMs(200, 1)).at(-1)).toBe(DEFAULT_TIMING.gatherMs);
  expect(rests(everyMs(50, 15)).at(-1)).toBeCloseTo(50, 0);
});

it('lets the events after some that were held up wait no longer for that', () => {
  const steady = everyMs(20, 1);
  const [endedAt] = steady.at(-1) ?? [0];
  const [held, next] = rests([...steady, [endedAt + 200, 10], [endedAt + 210, 2]]).slice(-2);
  expect(held).toBeLessThan(10);
  expect(next).toBeLessThan(10);
});

it('returns to short rests after events of a busy log were held up, though each rest gathers the next batch', () => {
  const pace = relayPace('live', {}, DEFAULT_TIMING);
  let [startedAt, restMs] = [0, 50];
  for (const [batches, heldMs] of [
    [100, 0],
    [100, 400],
  ] as const) {
    startedAt += heldMs;
    restMs += heldMs;
    for (let batch = 0; batch < batches; batch += 1) {
      restMs = pace.restMs({ events: Math.round(0.3 * restMs), startedAt, isFed: false });
      startedAt += restMs;
    }
    expect(restMs).toBeLessThanOrEqual(50);
  }
});

it('lets nothing gather after a full batch', () => {
  expect(rests(everyMs(50, 100)).at(-1)).toBe(0);
});
