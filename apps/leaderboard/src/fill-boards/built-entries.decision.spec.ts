import { heaviestOf } from '../boards/board.js';
import type { CatchFact } from '../catches/catch-fact.js';
import { builtEntries } from './built-entries.decision.js';

const SPECIES = 'spc_1';
const RANKINGS = [heaviestOf(null), heaviestOf(SPECIES)].map((rule, id) => ({ id, rule, filledThrough: null }));

/** Two catches of each angler, the second one the heavier. */
const factsOf = (...anglers: string[]): CatchFact[] =>
  anglers.flatMap((anglerId) =>
    [5, 6].map((weightLbs) => ({
      catchId: `catch_${anglerId}_${weightLbs}`,
      version: 1,
      anglerId,
      speciesId: SPECIES,
      weightLbs,
      lengthIn: null,
      depthFt: null,
      region: null,
      verificationTier: 'photo',
      caughtAt: new Date('2026-05-01T06:00:00.000Z'),
      deleted: false,
    })),
  );

const anglersIn = (portion: number, ...anglers: string[]): string[][] =>
  [...builtEntries(factsOf(...anglers), RANKINGS, portion)].map((built) => built.map(({ score }) => score.anglerId));

describe('entries that are built of catches', () => {
  it('are those of the best catch of each angler in each ranking', () => {
    const [built = []] = builtEntries(factsOf('a', 'b'), RANKINGS, 100);
    expect(built.map(({ ranking, score }) => [ranking.id, score.anglerId, score.catchId])).toEqual([
      [0, 'a', 'catch_a_6'],
      [1, 'a', 'catch_a_6'],
      [0, 'b', 'catch_b_6'],
      [1, 'b', 'catch_b_6'],
    ]);
  });

  it('come in portions of whole anglers', () => {
    expect(anglersIn(3, 'a', 'b', 'c', 'd', 'e')).toEqual([
      ['a', 'a', 'b', 'b'],
      ['c', 'c', 'd', 'd'],
      ['e', 'e'],
    ]);
  });

  it('make no portion where nothing counts', () => {
    expect(anglersIn(3)).toEqual([]);
    const unverified = factsOf('a', 'b').map((fact): CatchFact => ({ ...fact, verificationTier: 'unverified' }));
    expect([...builtEntries(unverified, RANKINGS, 3)]).toEqual([]);
  });

  it('are computed no further than they are asked for', () => {
    const facts = factsOf('a', 'b');
    const portions = builtEntries(facts, RANKINGS, 1);
    portions.next();
    for (const fact of facts) Object.assign(fact, { weightLbs: 9 });
    expect(portions.next().value?.map(({ score }) => score.placement)).toEqual([-9_000, -9_000]);
  });
});
