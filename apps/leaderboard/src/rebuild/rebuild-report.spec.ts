import type { RebuildProgress } from './rebuild-rankings.js';
import { rebuildBegins, rebuildEnded, rebuildGoesOn } from './rebuild-report.js';

const PROGRESS: RebuildProgress = { rankings: 12, ofRankings: 28, reads: 100_000, ofReads: 400_000, ranked: 30_000 };

describe('the report of a rebuild', () => {
  it('says at first that a catch is read more than once', () => {
    expect(rebuildBegins(PROGRESS)).toBe(
      'leaderboard: 28 rankings are computed from 400000 reads of catches. Each catch is read for the rankings of ' +
        'all species, and again for those of its own species.',
    );
  });

  it('says how far it is, how fast, and how long it will take', () => {
    expect(rebuildGoesOn(PROGRESS, 20)).toBe(
      'leaderboard: 12 of 28 rankings complete, 100000 of 400000 reads of catches (5000 a second), 30000 entries ' +
        'with ranks, 60 s left',
    );
  });

  it('does not know the time left before anything was read', () => {
    expect(rebuildGoesOn({ ...PROGRESS, reads: 0 }, 20)).toMatch(/, \? s left$/);
  });

  it('says at last what was computed', () => {
    expect(rebuildEnded({ ...PROGRESS, rankings: 28, reads: 400_000 }, 81.25)).toBe(
      'leaderboard: 28 rankings with 30000 entries computed from 400000 reads of catches in 81.3 s',
    );
  });
});
