import { BASS } from '../../test/catch.builders.js';
import { boardsOfAllSpecies, boardsOfSpecies } from './standard-boards.js';

describe('the standard boards', () => {
  it('rank all species by every metric in every period, at tier photo and up', () => {
    const boards = boardsOfAllSpecies();
    expect(boards).toHaveLength(24);
    expect(new Set(boards.map(({ rule }) => `${rule.metric}/${rule.period}`)).size).toBe(24);
    expect(new Set(boards.map(({ name }) => name)).size).toBe(24);
    for (const { rule } of boards) {
      expect(rule).toMatchObject({ speciesId: null, region: null, minVerificationTier: 'photo' });
    }
  });

  it('rank the heaviest of each species in every period', () => {
    expect(boardsOfSpecies(BASS, 'Largemouth Bass').map(({ rule, name }) => [rule.metric, rule.period, name])).toEqual([
      ['heaviest', 'all_time', 'Heaviest Largemouth Bass, all time'],
      ['heaviest', 'year', 'Heaviest Largemouth Bass, yearly'],
      ['heaviest', 'month', 'Heaviest Largemouth Bass, monthly'],
      ['heaviest', 'week', 'Heaviest Largemouth Bass, weekly'],
    ]);
  });
});
