import type { Contribution } from '../contribution.js';
import type { OtherSpecies, Tally } from './accounts.js';
import type { KnownEntry } from './known-entry.js';
import type { MovingAngler } from './moving-angler.js';

/**
 * The other species of an angler as their entry tells of them: undefined when a catch goes, or comes before the one by
 * which the entry was achieved, so that only the tallies know when it will have been. What the entry's time says counts
 * for others as well as for those of the batch: the last of both is the same.
 */
export const othersFrom = (
  entry: KnownEntry | undefined,
  tallies: ReadonlyMap<string, Tally>,
  { lost, gained }: Pick<MovingAngler, 'lost' | 'gained'>,
): OtherSpecies | undefined => {
  if (!entry) return { count: 0, lastFirst: null };
  const { achievedAt } = entry.score;
  const isEarlier = ({ speciesId, caughtAt }: Contribution): boolean => {
    const first = tallies.get(speciesId)?.first ?? null;
    return first !== null && first >= achievedAt && caughtAt < first;
  };
  if (lost.length > 0 || gained.some(isEarlier)) return undefined;
  const known = [...tallies.values()].filter(({ catches }) => catches > 0).length;
  return { count: entry.catches - known, lastFirst: achievedAt };
};
