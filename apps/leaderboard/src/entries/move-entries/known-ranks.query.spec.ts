import type { Queryable } from '@cds/postgres';
import type { PlaceIn } from '../ranks/place.js';
import { Ranks } from '../ranks/ranks.query.js';
import type { Score } from '../score.js';
import { deepRanksOf, KnownRanksQuery } from './known-ranks.query.js';
import { TopCache } from './top-cache.js';

/** Finds everybody's rank to be 1,000. */
class CountedRanks extends Ranks {
  looked = 0;

  override ranksOf(_db: Queryable, places: readonly PlaceIn[]): Promise<number[]> {
    this.looked += places.length;
    return Promise.resolve(places.map(() => 1_000));
  }
}

/** The last of the first entries of each period is far before all that move. */
const db = {
  query: ({ values }: { values: readonly unknown[] }) =>
    Promise.resolve({
      rows: Array.from({ length: (values[0] as Buffer).readInt32BE(12) }, (_, index) => ({
        ordinal: index + 1,
        angler_id: 'ang_last',
        placement: -1_000_000,
        achieved_ms: 0,
        catch_id: null,
      })),
    }),
} as unknown as Queryable;

const score = (n: number, placement: number): Score => ({
  anglerId: `ang_${n}`,
  placement,
  achievedAt: 0,
  catchId: null,
});

const periodOf = (periodId: number, movers: number) => {
  const froms = Array.from({ length: movers }, (_, n) => score(n, -1_000 - n));
  const moves = froms.map((from, n) => ({
    anglerId: from.anglerId,
    from,
    to: score(n, from.placement - 1),
    traceparent: null,
  }));
  return { periodId, entryCount: 100_000, lastMovedAt: 1, moves, movers: froms };
};

describe('former ranks beyond the first entries', () => {
  it('are looked up for five hundred moves of a batch, whatever the number of its groups', async () => {
    const ranks = new CountedRanks();
    const query = new KnownRanksQuery(ranks, new TopCache());
    const deep = deepRanksOf({ isFull: false });
    const looked: number[] = [];
    for (const periodId of [1, 2, 3]) {
      await query.of(db, [periodOf(periodId, 400)], new Set(), deep);
      looked.push(ranks.looked);
    }
    expect(looked).toEqual([400, 500, 500]);
  });

  it('are not looked up while more changes wait than a batch takes, but for those of watched anglers', async () => {
    const ranks = new CountedRanks();
    const query = new KnownRanksQuery(ranks, new TopCache());
    await query.of(db, [periodOf(1, 400)], new Set(['ang_7']), deepRanksOf({ isFull: true }));
    // Before the move and after it.
    expect(ranks.looked).toBe(2);
  });
});
