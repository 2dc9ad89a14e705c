import { BackOff } from './back-off.js';

describe('the wait before a new start', () => {
  it('doubles up to ten seconds', () => {
    const backOff = new BackOff();
    expect(Array.from({ length: 8 }, () => backOff.next(0))).toEqual([200, 400, 800, 1600, 3200, 6400, 10_000, 10_000]);
  });

  it('is short again after a good while', () => {
    const backOff = new BackOff();
    for (let i = 0; i < 5; i++) backOff.next(100);
    expect(backOff.next(20_000)).toBe(200);
    expect(backOff.next(0)).toBe(400);
  });
});
