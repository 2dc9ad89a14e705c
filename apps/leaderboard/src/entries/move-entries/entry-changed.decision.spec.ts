import { BASS, score } from '../../../test/catch.builders.js';
import { type Board, heaviestOf } from '../../boards/board.js';
import { entryChanged } from './entry-changed.decision.js';

const board: Board = { id: 'lb_1', name: 'Heaviest Largemouth Bass, all time', rule: heaviestOf(BASS) };

describe('the event of a move', () => {
  it('of a newcomer has empty old values', () => {
    const { data } = entryChanged(board, 'all', {
      anglerId: 'a',
      from: null,
      to: score('a', 5),
      rank: 3,
      previousRank: null,
      displaced: [],
    });
    expect(data).toEqual({
      board,
      period: 'all',
      anglerId: 'a',
      rank: 3,
      previousRank: null,
      score: 5,
      catchId: 'catch_a_5',
      achievedAt: '2026-05-01T06:00:00.000Z',
      displaced: [],
      previous: { rank: null, score: null, catchId: null, achievedAt: null },
    });
  });

  it('has the old values of what changed, and no others', () => {
    const { data } = entryChanged(board, 'all', {
      anglerId: 'a',
      from: score('a', 5),
      to: score('a', 6),
      rank: 3,
      previousRank: 3,
      displaced: [],
    });
    expect(data.previous).toEqual({ score: 5, catchId: 'catch_a_5' });
    expect(data.previousRank).toBe(3);
  });

  it('of one who leaves has nulls and all old values', () => {
    const { data } = entryChanged(board, 'all', {
      anglerId: 'a',
      from: score('a', 5),
      to: null,
      rank: null,
      previousRank: 2,
      displaced: [],
    });
    expect(data).toMatchObject({ rank: null, score: null, catchId: null, achievedAt: null, previousRank: 2 });
    expect(data.previous).toEqual({ rank: 2, score: 5, catchId: 'catch_a_5', achievedAt: '2026-05-01T06:00:00.000Z' });
  });
});
