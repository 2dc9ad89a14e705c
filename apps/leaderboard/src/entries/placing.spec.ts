import { BASS, catchFact, placing, WALLEYE } from '../../test/catch.builders.js';
import { type BoardRule, heaviestOf } from '../boards/board.js';
import { bestOf, byRank, placingOn, samePlacing } from './placing.js';

describe('the placing that a catch gives', () => {
  it('has the weight as its score and the time of the catch', () => {
    const fact = catchFact({ weightLbs: 8.4 });
    expect(placingOn(heaviestOf(null), fact)).toEqual({
      anglerId: 'ang_a',
      score: 8.4,
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
    expect(placingOn(heaviestOf(null), catchFact({ verificationTier })) !== null).toBe(counts);
  });

  it('does not exist for a deleted catch', () => {
    expect(placingOn(heaviestOf(null), catchFact({ deleted: true }))).toBeNull();
  });

  it('exists on the board of its species and not on that of another', () => {
    expect(placingOn(heaviestOf(BASS), catchFact())).not.toBeNull();
    expect(placingOn(heaviestOf(WALLEYE), catchFact())).toBeNull();
  });

  it('exists on the board of its region and not on that of another', () => {
    const texas: BoardRule = { ...heaviestOf(null), region: 'US-TX' };
    expect(placingOn(texas, catchFact({ region: 'US-TX' }))).not.toBeNull();
    expect(placingOn(texas, catchFact({ region: 'US-OK' }))).toBeNull();
    expect(placingOn(texas, catchFact({ region: null }))).toBeNull();
  });
});

describe('the order of placings', () => {
  const later = { achievedAt: new Date('2026-05-02T06:00:00.000Z') };

  it('puts the greater score first', () => {
    expect(byRank(placing('b', 6, later), placing('a', 5))).toBeLessThan(0);
  });

  it('puts the earlier of equal scores first', () => {
    expect(byRank(placing('b', 5), placing('a', 5, later))).toBeLessThan(0);
  });

  it('puts the smaller angler id first at the same score and moment', () => {
    expect(byRank(placing('a', 5, { catchId: 'catch_9' }), placing('b', 5, { catchId: 'catch_1' }))).toBeLessThan(0);
  });

  it('puts the smaller catch id first for the same angler, score and moment', () => {
    expect(byRank(placing('a', 5, { catchId: 'catch_1' }), placing('a', 5, { catchId: 'catch_2' }))).toBeLessThan(0);
  });

  it('has the best of none as null', () => {
    expect(bestOf([])).toBeNull();
    expect(bestOf([placing('a', 4), placing('a', 6), placing('a', 5)])?.score).toBe(6);
  });

  it('knows equal placings by value', () => {
    expect(samePlacing(placing('a', 5), placing('a', 5))).toBe(true);
    expect(samePlacing(placing('a', 5), null)).toBe(false);
    expect(samePlacing(null, null)).toBe(true);
  });
});
