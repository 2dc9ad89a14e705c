import { describe, expect, it } from '@jest/globals';
import { catchFact } from '../../test/catch.builders.js';
import type { CatchFact } from './catch-fact.js';
import { type RecordBefore, recordMoves } from './record-moves.decision.js';

const of = (catchId: string, overrides: Partial<CatchFact> = {}): CatchFact => catchFact({ catchId, ...overrides });
const key = { speciesId: of('a').speciesId, region: null };

/** What became of the record: who holds it, and whether it was broken. */
const movesOf = (
  steps: readonly CatchFact[],
  { before = [], ...record }: Partial<RecordBefore> & { before?: readonly CatchFact[] } = {},
): (readonly [string | null, boolean])[] =>
  recordMoves({ before, steps }, [{ key, holder: null, untouched: null, ...record }]).map(
    ({ record: holder, isBroken }) => [holder?.catchId ?? null, isBroken],
  );

describe('the record of a species', () => {
  it('is broken by its first catch', () => {
    expect(movesOf([of('a')])).toEqual([['a', true]]);
  });

  it.each(['unverified', 'photo'] as const)('is not held by a catch of tier %s', (verificationTier) => {
    expect(movesOf([of('a', { verificationTier })])).toEqual([]);
  });

  it('is broken by a heavier catch, and not by a lighter one', () => {
    const known = { holder: of('a'), untouched: of('a') };
    expect(movesOf([of('b', { weightLbs: 4.999 }), of('c', { weightLbs: 5.001 })], known)).toEqual([['c', true]]);
  });

  it('stays with the earlier of equals, whichever was heard of first', () => {
    const known = { holder: of('b'), untouched: of('b') };
    const [earlier, later] = [new Date('2026-04-30T00:00:00Z'), new Date('2026-05-02T00:00:00Z')];
    expect(movesOf([of('a', { caughtAt: later })], known)).toEqual([]);
    expect(movesOf([of('c', { caughtAt: earlier })], known)).toEqual([['c', true]]);
  });

  it.each([
    ['revoked', { verificationTier: 'photo' }],
    ['deleted', { deleted: true }],
    ['of another species', { speciesId: 'spc_other' }],
  ] as const)('falls back when its holder is %s', (_what, change) => {
    const before = [of('a', { weightLbs: 9 })];
    const known = { before, holder: of('a', { weightLbs: 9 }), untouched: of('b') };
    expect(movesOf([of('a', { weightLbs: 9, version: 2, ...change })], known)).toEqual([['b', false]]);
  });

  it('is nobody’s when there is no other catch', () => {
    expect(movesOf([of('a', { version: 2, deleted: true })], { before: [of('a')], holder: of('a') })).toEqual([
      [null, false],
    ]);
  });

  it('moves from step to step of a batch as it would from batch to batch', () => {
    const before = [of('a', { weightLbs: 9 })];
    const steps = [of('a', { weightLbs: 9, version: 2, deleted: true }), of('c', { weightLbs: 7 })];
    const known = { before, holder: of('a', { weightLbs: 9 }), untouched: of('b') };
    expect(movesOf(steps, known)).toEqual([
      ['b', false],
      ['c', true],
    ]);
  });

  it('passes from holder to holder as the catches were changed, in whatever order they arrive', () => {
    const at = (minute: number) => ({ changedAt: new Date(Date.UTC(2026, 4, 2, 6, minute)) });
    const arrived = [
      of('c', { weightLbs: 7, ...at(3) }),
      of('a', { weightLbs: 5, ...at(1) }),
      of('b', { weightLbs: 6, ...at(2) }),
    ];
    expect(movesOf(arrived)).toEqual([
      ['a', true],
      ['b', true],
      ['c', true],
    ]);
  });

  it('takes the versions of a catch in their order, whatever their times, and those of one time as they arrive', () => {
    const at = (minute: number) => ({ changedAt: new Date(Date.UTC(2026, 4, 2, 6, minute)) });
    const arrived = [of('b', at(2)), of('a', at(2)), of('a', { version: 2, deleted: true, ...at(1) })];
    expect(movesOf(arrived)).toEqual([
      ['b', true],
      ['a', true],
      ['b', false],
    ]);
  });

  it('is told of anew, and not broken, when its holder reaches a better tier', () => {
    const steps = [of('a', { version: 2, verificationTier: 'certified' })];
    expect(movesOf(steps, { before: [of('a')], holder: of('a') })).toEqual([['a', false]]);
  });
});
