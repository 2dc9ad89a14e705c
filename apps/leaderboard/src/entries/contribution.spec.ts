import { BASS, catchFact, WALLEYE } from '../../test/catch.builders.js';
import { type BoardRule, heaviestOf, type Metric } from '../boards/board.js';
import { contributionOf } from './contribution.js';

const ruled = (metric: Metric): BoardRule => ({ ...heaviestOf(null), metric });

describe('what a catch adds to a ranking', () => {
  it.each([
    ['heaviest', -8_400],
    ['longest', -20_000],
    ['deepest', -12_000],
    ['total_weight', -8_400],
    ['catch_count', -1_000],
    ['species_count', -1_000],
  ] as const)('is the value of the metric %s, and the time of the catch', (metric, placement) => {
    const fact = catchFact({ weightLbs: 8.4 });
    expect(contributionOf(ruled(metric), fact)).toEqual({
      anglerId: 'ang_a',
      period: 'all',
      speciesId: BASS,
      placement,
      caughtAt: fact.caughtAt.getTime(),
      catchId: 'catch_1',
    });
  });

  it('is nothing where the measure of the metric is not stated', () => {
    expect(contributionOf(ruled('longest'), catchFact({ lengthIn: null }))).toBeNull();
    expect(contributionOf(ruled('deepest'), catchFact({ depthFt: null }))).toBeNull();
  });

  it('belongs to the period in which the fish was caught', () => {
    const fact = catchFact({ caughtAt: new Date('2027-01-01T00:00:00.000Z') });
    expect(contributionOf(heaviestOf(null, 'week'), fact)?.period).toBe('2026-W53');
    expect(contributionOf(heaviestOf(null, 'year'), fact)?.period).toBe('2027');
  });

  it.each([
    ['unverified', false],
    ['photo', true],
    ['witnessed', true],
    ['certified', true],
  ] as const)('of tier %s counts from tier photo on: %s', (verificationTier, counts) => {
    expect(contributionOf(heaviestOf(null), catchFact({ verificationTier })) !== null).toBe(counts);
  });

  it('is nothing for a deleted catch', () => {
    expect(contributionOf(heaviestOf(null), catchFact({ deleted: true }))).toBeNull();
  });

  it('counts on the board of its species and region and not on those of others', () => {
    expect(contributionOf(heaviestOf(BASS), catchFact())).not.toBeNull();
    expect(contributionOf(heaviestOf(WALLEYE), catchFact())).toBeNull();
    const texas: BoardRule = { ...heaviestOf(null), region: 'US-TX' };
    expect(contributionOf(texas, catchFact({ region: 'US-TX' }))).not.toBeNull();
    expect(contributionOf(texas, catchFact({ region: 'US-OK' }))).toBeNull();
    expect(contributionOf(texas, catchFact({ region: null }))).toBeNull();
  });
});
