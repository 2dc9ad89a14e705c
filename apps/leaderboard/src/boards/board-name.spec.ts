import { BASS } from '../../test/catch.builders.js';
import type { BoardRule } from './board.js';
import { boardName } from './board-name.js';

const rule = (overrides: Partial<BoardRule> = {}): BoardRule => ({
  metric: 'heaviest',
  speciesId: BASS,
  region: null,
  minVerificationTier: 'photo',
  period: 'all_time',
  ...overrides,
});

describe('the name of a board', () => {
  it('has the metric, the species and the period', () => {
    expect(boardName(rule(), 'Largemouth Bass')).toBe('Heaviest Largemouth Bass, all time');
  });

  it('speaks of any catch when all species count', () => {
    expect(boardName(rule({ speciesId: null }), null)).toBe('Heaviest catch, all time');
  });

  it('has the region, and a tier other than the usual one', () => {
    expect(
      boardName(rule({ region: 'US-TX', minVerificationTier: 'witnessed', period: 'week' }), 'Largemouth Bass'),
    ).toBe('Heaviest Largemouth Bass in US-TX, witnessed, weekly');
    expect(boardName(rule({ minVerificationTier: 'unverified', period: 'year' }), 'Walleye')).toBe(
      'Heaviest Walleye, unverified too, yearly',
    );
  });

  it.each([
    ['heaviest', 'Heaviest catch, monthly', 'Heaviest Walleye, monthly'],
    ['deepest', 'Deepest catch, monthly', 'Deepest Walleye, monthly'],
    ['longest', 'Longest catch, monthly', 'Longest Walleye, monthly'],
    ['total_weight', 'Total weight, monthly', 'Total weight of Walleye, monthly'],
    ['catch_count', 'Most catches, monthly', 'Most catches of Walleye, monthly'],
    ['species_count', 'Most species, monthly', 'Most species among Walleye, monthly'],
  ] as const)('says what %s ranks', (metric, ofAll, ofOne) => {
    expect(boardName(rule({ metric, period: 'month' }), null)).toBe(ofAll);
    expect(boardName(rule({ metric, period: 'month' }), 'Walleye')).toBe(ofOne);
  });
});
