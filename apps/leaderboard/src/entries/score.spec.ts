import { BASS, catchFact, score, WALLEYE } from '../../test/catch.builders.js';
import { type BoardRule, heaviestOf } from '../boards/board.js';
import { bestOf, byRank, scoreOn, sameScore } from './score.js';

describe('the score of a catch', () => {
  it('has the weight as its value and the time of the catch', () => {
    const fact = catchFact({ weightLbs: 8.4 });
    expect(scoreOn(heaviestOf(null), fact)).toEqual({
      anglerId: 'ang_a',
      value: 8.4,
      achievedAt: fact.caughtAt,
      catchId: 'catch_1',
    });
  });

  it.each([
    ['unverified', false],
    ['photo', true],
    ['witnessed', true],
    ['certified', true],
  ] as const)('of tier %s exists: %s', (verificationTier, counts) => {
    expect(scoreOn(heaviestOf(null), catchFact({ verificationTier })) !== null).toBe(counts);
  });

  it('does not exist for a deleted catch', () => {
    expect(scoreOn(heaviestOf(null), catchFact({ deleted: true }))).toBeNull();
  });

  it('exists on the board of its species and not on that of another', () => {
    expect(scoreOn(heaviestOf(BASS), catchFact())).not.toBeNull();
    expect(scoreOn(heaviestOf(WALLEYE), catchFact())).toBeNull();
  });

  it('exists on the board of its region and not on that of another', () => {
    const texas: BoardRule = { ...heaviestOf(null), region: 'US-TX' };
    expect(scoreOn(texas, catchFact({ region: 'US-TX' }))).not.toBeNull();
    expect(scoreOn(texas, catchFact({ region: 'US-OK' }))).toBeNull();
    expect(scoreOn(texas, catchFact({ region: null }))).toBeNull();
  });
});

describe('the order of scores', () => {
  const later = { achievedAt: new Date('2026-05-02T06:00:00.000Z') };

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
    expect(bestOf([score('a', 4), score('a', 6), score('a', 5)])?.value).toBe(6);
  });

  it('compares scores by what they hold', () => {
    expect(sameScore(score('a', 5), score('a', 5))).toBe(true);
    expect(sameScore(score('a', 5), null)).toBe(false);
    expect(sameScore(null, null)).toBe(true);
  });
});
