import { BASS } from '../../test/catch.builders.js';
import { heaviestOf } from './board.js';
import { boardName } from './board-name.js';

describe('the name of a board', () => {
  it('has the metric, the species and the period', () => {
    expect(boardName(heaviestOf(BASS), 'Largemouth Bass')).toBe('Heaviest Largemouth Bass, all time');
  });

  it('speaks of any catch when all species count', () => {
    expect(boardName(heaviestOf(null), null)).toBe('Heaviest catch, all time');
  });
});
