import type { RebuildProgress } from './rebuild-rankings.js';

/** What a rebuild is about to do. */
export const rebuildBegins = ({ ofRankings, ofReads }: RebuildProgress): string =>
  `leaderboard: ${ofRankings} rankings are computed from ${ofReads} reads of catches. Each catch is read for ` +
  'the rankings of all species, and again for those of its own species.';

/** How far a rebuild is after so many seconds, and when it will have ended at the present rate. */
export const rebuildGoesOn = (
  { rankings, ofRankings, reads, ofReads, ranked }: RebuildProgress,
  seconds: number,
): string => {
  const left = reads === 0 ? '?' : Math.ceil(((ofReads - reads) * seconds) / reads);
  return (
    `leaderboard: ${rankings} of ${ofRankings} rankings complete, ${reads} of ${ofReads} reads of catches ` +
    `(${Math.round(reads / seconds)} a second), ${ranked} entries with ranks, ${left} s left`
  );
};

/** What a rebuild has done in so many seconds. */
export const rebuildEnded = ({ rankings, reads, ranked }: RebuildProgress, seconds: number): string =>
  `leaderboard: ${rankings} rankings with ${ranked} entries computed from ${reads} reads of catches in ` +
  `${seconds.toFixed(1)} s`;
