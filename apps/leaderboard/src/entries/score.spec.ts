import { score } from '../../test/catch.builders.js';
import { bestOf, byRank, placementOf, sameScore, valueOf } from './score.js';

describe('the order of scores', () => {
  const later = { achievedAt: Date.parse('2026-05-02T06:00:00.000Z') };

  it('puts the greater value first', () => {
    expect(byRank(score('b', 6, later), score('a', 5))).toBeLessThan(0);
  });

  it('puts the earlier of equal values first', () => {
    expect(byRank(score('b', 5), score('a', 5, later))).toBeLessThan(0);
  });

  it('puts the smaller angler id first at the same value and time', () => {
    expect(byRank(score('a', 5, { catchId: 'catch_9' }), score('b', 5, { catchId: 'catch_1' }))).toBeLessThan(0);
  });

  it('puts the smaller catch id first for the same angler, value and time', () => {
    expect(byRank(score('a', 5, { catchId: 'catch_1' }), score('a', 5, { catchId: 'catch_2' }))).toBeLessThan(0);
  });

  it('has no best among none', () => {
    expect(bestOf([])).toBeNull();
    expect(bestOf([score('a', 4), score('a', 6), score('a', 5)])?.placement).toBe(-6_000);
  });

  it('compares scores by what they hold', () => {
    expect(sameScore(score('a', 5), score('a', 5))).toBe(true);
    expect(sameScore(score('a', 5), null)).toBe(false);
    expect(sameScore(null, null)).toBe(true);
  });
});

describe('a value', () => {
  it.each([0, 0.001, 8.4, 1.005, 123_456.789])('of %d is the same after it was a placement', (value) => {
    expect(valueOf({ placement: placementOf(value) })).toBe(value);
  });
});
