import fc from 'fast-check';
import { byRank, type Score } from '../score.js';
import { afterMoves, KEPT, knownAfter, TopCache } from './top-cache.js';

const score = (angler: number, placement: number): Score => ({
  anglerId: `ang_${String(angler).padStart(4, '0')}`,
  placement,
  achievedAt: 0,
  catchId: null,
});

const [AT, LATER] = [1_000, 1_001];
const ONE = { scores: [score(1, -5)], isWhole: true };

describe('the first entries of a period', () => {
  it('are known after moves as far as they were known before', () => {
    const anyMoves = fc.array(fc.tuple(fc.nat({ max: 400 }), fc.option(fc.integer({ min: -500, max: -1 }))));
    fc.assert(
      fc.property(fc.nat({ max: 300 }), anyMoves, (count, steps) => {
        const entries = new Map(Array.from({ length: count }, (_, n) => [n, score(n, -((n * 7) % 311) - 1)]));
        const sorted = () => [...entries.values()].sort(byRank);
        const before = { scores: sorted().slice(0, KEPT), isWhole: count < KEPT };
        const moves = steps.map(([angler, placement]) => {
          const [from, to] = [entries.get(angler) ?? null, placement === null ? null : score(angler, placement)];
          if (to) entries.set(angler, to);
          else entries.delete(angler);
          return { anglerId: score(angler, 0).anglerId, from, to, traceparent: null };
        });
        const after = afterMoves(before, moves);
        if (!after) return;
        expect(after.scores).toEqual(sorted().slice(0, after.scores.length));
        if (after.isWhole) expect(after.scores).toHaveLength(entries.size);
      }),
    );
  });

  it('are unknown once too few of them are left', () => {
    const scores = Array.from({ length: KEPT }, (_, n) => score(n, -1_000 + n));
    const leaving = scores.slice(0, 60).map((from) => ({ anglerId: from.anglerId, from, to: null, traceparent: null }));
    expect(afterMoves({ scores, isWhole: false }, leaving)).toBeUndefined();
    expect(afterMoves({ scores, isWhole: true }, leaving)?.scores).toHaveLength(KEPT - 60);
  });

  it('stay unread while no entry moves to the last of them or before it', () => {
    const last = { last: score(1, -500) };
    const moved = (from: number | null, to: number | null) => [
      {
        anglerId: 'ang_moving',
        from: from === null ? null : score(2, from),
        to: to === null ? null : score(2, to),
        traceparent: null,
      },
    ];
    expect([knownAfter(last, moved(-10, -499)), knownAfter(last, moved(null, -1))]).toEqual([last, last]);
    expect([knownAfter(last, moved(-501, -10)), knownAfter(last, moved(-10, -501))]).toEqual([undefined, undefined]);
    expect(knownAfter(last, moved(-501, null))).toBeUndefined();
  });

  it('are kept until an entry of the period moves', () => {
    const cache = new TopCache();
    cache.set(1, AT, ONE);
    cache.set(2, null, ONE);
    expect([cache.of(1, AT), cache.of(1, LATER), cache.of(1, null)]).toMatchObject([ONE, undefined, undefined]);
    expect([cache.of(2, null), cache.of(2, AT), cache.of(3, null)]).toMatchObject([ONE, undefined, undefined]);
  });

  it('make room for those of periods that were used later', () => {
    const cache = new TopCache();
    const first = { scores: Array.from({ length: 150_000 }, (_, n) => score(n, -1)), isWhole: true };
    for (const id of [1, 2]) cache.set(id, AT, first);
    cache.of(1, AT);
    cache.set(3, AT, first);
    expect([1, 2, 3].map((id) => cache.of(id, AT) !== undefined)).toEqual([true, false, true]);
  });
});
