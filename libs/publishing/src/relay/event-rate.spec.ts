import { EventRate } from './event-rate.js';

/** The rate after batches of `events`, one every `everyMs`, for `forMs`. */
const after = (rate: EventRate, events: number, everyMs: number, from: number, forMs: number): number => {
  let last = 0;
  for (let at = from + everyMs; at <= from + forMs; at += everyMs) last = rate.note(events, at);
  return last;
};

describe('the rate of events', () => {
  it('begins at none, whenever the first one comes', () => {
    expect(new EventRate().note(100, 5_000_000)).toBe(0);
  });

  it('is that of a steady flow, however it is divided into batches', () => {
    for (const [events, everyMs] of [
      [1, 20],
      [5, 100],
    ] as const) {
      const rate = new EventRate();
      rate.note(0, 0);
      expect(after(rate, events, everyMs, 0, 5_000)).toBeCloseTo(0.05, 3);
    }
  });

  it('hardly rises by some events that were held up', () => {
    const rate = new EventRate();
    rate.note(0, 0);
    after(rate, 1, 20, 0, 5_000);
    expect(rate.note(5, 5_100)).toBeCloseTo(0.05, 3);
    expect(rate.note(2, 5_105)).toBeLessThan(0.055);
  });

  it('follows a change within seconds, in both directions', () => {
    const rate = new EventRate();
    rate.note(0, 0);
    expect(after(rate, 20, 10, 0, 2_000)).toBeGreaterThan(1.9);
    expect(rate.note(1, 5_000)).toBeLessThan(0.01);
  });
});
