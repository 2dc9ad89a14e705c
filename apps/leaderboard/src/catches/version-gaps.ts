import type { VersionGap } from '@cds/messaging';
import type { CatchFact } from './catch-fact.js';

/**
 * The versions that are missing before or between `steps`, which ascend per catch. `known` has the versions before
 * them.
 */
export const versionGapsOf = (
  steps: readonly Pick<CatchFact, 'catchId' | 'version'>[],
  known: ReadonlyMap<string, number>,
): VersionGap[] => {
  const last = new Map(known);
  return steps.flatMap(({ catchId, version }) => {
    const from = last.get(catchId) ?? 0;
    last.set(catchId, version);
    return version > from + 1 ? [{ subject: catchId, from, to: version }] : [];
  });
};
