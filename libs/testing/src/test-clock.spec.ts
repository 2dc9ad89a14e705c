import { TestClock } from './test-clock.js';

describe('the clock of a test', () => {
  it('moves when it is told and not before', () => {
    const clock = new TestClock('2026-05-01T06:00:00Z');
    expect(clock.now()).toEqual(clock.now());
    clock.advance(90_000);
    expect(clock.now().toISOString()).toBe('2026-05-01T06:01:30.000Z');
  });

  it('refuses what is no time', () => {
    expect(() => new TestClock('noon')).toThrow('Not a time: noon');
  });
});
