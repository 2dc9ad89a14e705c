import type { Contribution } from '../contribution.js';
import { othersFrom } from './other-species.js';

const at = (day: number): number => Date.UTC(2026, 4, day);
const caught = (speciesId: string, day: number): Contribution => ({
  anglerId: 'ang_a',
  period: 'all',
  speciesId,
  placement: -1_000,
  caughtAt: at(day),
  catchId: `catch_${speciesId}_${day}`,
});
const ENTRY = {
  row: 1,
  score: { anglerId: 'ang_a', placement: -3_000, achievedAt: at(10), catchId: null },
  catches: 3,
  previousRank: null,
  knownFrom: at(11),
};
const change = (gained: Contribution[], lost: Contribution[] = []) => ({
  gained,
  lost,
});
const tallies = (firsts: Record<string, number | null>) =>
  new Map(
    Object.entries(firsts).map(([id, day]) => [
      id,
      { catches: day === null ? 0 : 2, first: day === null ? null : at(day), row: null },
    ]),
  );

describe('the species that a batch does not touch', () => {
  it('are none for an angler without an entry', () => {
    expect(othersFrom(undefined, tallies({ bass: null }), change([caught('bass', 3)]))).toEqual({
      count: 0,
      lastFirst: null,
    });
  });

  it('are those of the entry without the known ones of the batch', () => {
    const gained = change([caught('bass', 3), caught('walleye', 12)]);
    expect(othersFrom(ENTRY, tallies({ bass: 5, walleye: null }), gained)).toEqual({ count: 2, lastFirst: at(10) });
    expect(othersFrom(ENTRY, tallies({ bass: 10 }), change([caught('bass', 11)]))).toEqual({
      count: 2,
      lastFirst: at(10),
    });
  });

  it('are to be counted when a catch goes, or the one that achieved the entry is not the first any more', () => {
    const lost = change([], [caught('bass', 5)]);
    expect(othersFrom(ENTRY, tallies({ bass: 5 }), lost)).toBeUndefined();
    expect(othersFrom(ENTRY, tallies({ bass: 10 }), change([caught('bass', 9)]))).toBeUndefined();
  });
});
