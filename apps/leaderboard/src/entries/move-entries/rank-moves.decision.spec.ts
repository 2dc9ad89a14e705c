import { placing } from '../../../test/catch.builders.js';
import { byRank, type Placing } from '../placing.js';
import type { Move } from './moves.decision.js';
import { MAX_DISPLACED, type UnchangedEntries, rankMoves } from './rank-moves.decision.js';

const unchanged = (...entries: Placing[]): UnchangedEntries => ({
  countBetter: (than) => entries.filter((one) => byRank(one, than) < 0).length,
  nextWorse: (than) =>
    entries
      .filter((one) => byRank(one, than) > 0)
      .sort(byRank)
      .slice(0, MAX_DISPLACED),
});

const move = (from: Placing | null, to: Placing | null): Move => ({ anglerId: (to ?? from)?.anglerId ?? '', from, to });

describe('the ranks of a move', () => {
  it('of a newcomer have no previous rank and displace all below', () => {
    const [ranked] = rankMoves(
      [move(null, placing('n', 5))],
      [],
      unchanged(placing('x', 6), placing('y', 4), placing('z', 3)),
    );
    expect(ranked).toMatchObject({
      rank: 2,
      previousRank: null,
      displaced: [
        { anglerId: 'y', rank: 3, previousRank: 2 },
        { anglerId: 'z', rank: 4, previousRank: 3 },
      ],
    });
  });

  it('of one who climbs displace those in between alone', () => {
    const from = placing('m', 2);
    const others = unchanged(placing('w', 9), placing('x', 6), placing('y', 4), placing('z', 1));
    const [ranked] = rankMoves([move(from, placing('m', 7))], [from], others);
    expect(ranked).toMatchObject({
      rank: 2,
      previousRank: 4,
      displaced: [
        { anglerId: 'x', rank: 3, previousRank: 2 },
        { anglerId: 'y', rank: 4, previousRank: 3 },
      ],
    });
  });

  it('of one who betters the score alone displace nobody', () => {
    const from = placing('m', 7);
    const [ranked] = rankMoves([move(from, placing('m', 8))], [from], unchanged(placing('x', 6)));
    expect(ranked).toMatchObject({ rank: 1, previousRank: 1, displaced: [] });
  });

  it('of one who falls displace nobody', () => {
    const from = placing('m', 7);
    const [ranked] = rankMoves([move(from, placing('m', 3))], [from], unchanged(placing('x', 6), placing('y', 5)));
    expect(ranked).toMatchObject({ rank: 3, previousRank: 1, displaced: [] });
  });

  it('of one who leaves have no rank', () => {
    const from = placing('m', 7);
    const [ranked] = rankMoves([move(from, null)], [from], unchanged(placing('x', 8)));
    expect(ranked).toMatchObject({ rank: null, previousRank: 2, displaced: [] });
  });

  it('name ten of the displaced at most', () => {
    const others = Array.from({ length: 12 }, (_, index) => placing(`x${index}`, 1 + index / 100));
    const [ranked] = rankMoves([move(null, placing('n', 5))], [], unchanged(...others));
    expect(ranked?.displaced.map(({ rank }) => rank)).toEqual([2, 3, 4, 5, 6, 7, 8, 9, 10, 11]);
  });

  it('are those of its moment: an earlier move of the batch counts, a later one does not', () => {
    const [a, b] = [placing('a', 5), placing('b', 6)];
    const better = placing('a', 7);
    const ranked = rankMoves([move(null, a), move(null, b), move(a, better)], [], unchanged(placing('x', 4)));
    expect(ranked.map(({ rank, previousRank }) => [rank, previousRank])).toEqual([
      [1, null],
      [1, null],
      [1, 2],
    ]);
    expect(ranked[2]?.displaced).toEqual([{ anglerId: 'b', rank: 2, previousRank: 1 }]);
  });
});
