import { score } from '../../../test/catch.builders.js';
import { byRank, type Score } from '../score.js';
import type { Move } from './moves.decision.js';
import { MAX_DISPLACED, type UnchangedEntries, rankMoves } from './rank-moves.decision.js';

const unchanged = (...entries: Score[]): UnchangedEntries => ({
  countBetter: (than) => entries.filter((one) => byRank(one, than) < 0).length,
  nextWorse: (than) =>
    entries
      .filter((one) => byRank(one, than) > 0)
      .sort(byRank)
      .slice(0, MAX_DISPLACED),
});

const move = (from: Score | null, to: Score | null): Move => ({ anglerId: (to ?? from)?.anglerId ?? '', from, to });

describe('the ranks of a move', () => {
  it('of a newcomer have no previous rank and displace all below', () => {
    const [ranked] = rankMoves([move(null, score('n', 5))], [], unchanged(score('x', 6), score('y', 4), score('z', 3)));
    expect(ranked).toMatchObject({
      rank: 2,
      previousRank: null,
      displaced: [
        { anglerId: 'y', rank: 3, previousRank: 2 },
        { anglerId: 'z', rank: 4, previousRank: 3 },
      ],
    });
  });

  it('of one who climbs displace only the entries in between', () => {
    const from = score('m', 2);
    const others = unchanged(score('w', 9), score('x', 6), score('y', 4), score('z', 1));
    const [ranked] = rankMoves([move(from, score('m', 7))], [from], others);
    expect(ranked).toMatchObject({
      rank: 2,
      previousRank: 4,
      displaced: [
        { anglerId: 'x', rank: 3, previousRank: 2 },
        { anglerId: 'y', rank: 4, previousRank: 3 },
      ],
    });
  });

  it('of one who improves within the same rank displace nobody', () => {
    const from = score('m', 7);
    const [ranked] = rankMoves([move(from, score('m', 8))], [from], unchanged(score('x', 6)));
    expect(ranked).toMatchObject({ rank: 1, previousRank: 1, displaced: [] });
  });

  it('of one who falls displace nobody', () => {
    const from = score('m', 7);
    const [ranked] = rankMoves([move(from, score('m', 3))], [from], unchanged(score('x', 6), score('y', 5)));
    expect(ranked).toMatchObject({ rank: 3, previousRank: 1, displaced: [] });
  });

  it('of one who leaves have no rank', () => {
    const from = score('m', 7);
    const [ranked] = rankMoves([move(from, null)], [from], unchanged(score('x', 8)));
    expect(ranked).toMatchObject({ rank: null, previousRank: 2, displaced: [] });
  });

  it('list at most ten displaced entries', () => {
    const others = Array.from({ length: 12 }, (_, index) => score(`x${index}`, 1 + index / 100));
    const [ranked] = rankMoves([move(null, score('n', 5))], [], unchanged(...others));
    expect(ranked?.displaced.map(({ rank }) => rank)).toEqual([2, 3, 4, 5, 6, 7, 8, 9, 10, 11]);
  });

  it('include earlier moves of the batch and no later ones', () => {
    const [a, b] = [score('a', 5), score('b', 6)];
    const better = score('a', 7);
    const ranked = rankMoves([move(null, a), move(null, b), move(a, better)], [], unchanged(score('x', 4)));
    expect(ranked.map(({ rank, previousRank }) => [rank, previousRank])).toEqual([
      [1, null],
      [1, null],
      [1, 2],
    ]);
    expect(ranked[2]?.displaced).toEqual([{ anglerId: 'b', rank: 2, previousRank: 1 }]);
  });
});
