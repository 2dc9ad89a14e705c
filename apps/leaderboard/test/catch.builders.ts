import type { CatchFact } from '../src/catches/catch-fact.js';
import { placementOf, type Score } from '../src/entries/score.js';

export const BASS = 'spc_01h455vb4pex5vsknk00000001';
export const WALLEYE = 'spc_01h455vb4pex5vsknk00000002';

/** A photo-verified bass of 5 lbs. */
export const catchFact = (overrides: Partial<CatchFact> = {}): CatchFact => ({
  catchId: 'catch_1',
  version: 1,
  anglerId: 'ang_a',
  speciesId: BASS,
  weightLbs: 5,
  lengthIn: 20,
  depthFt: 12,
  region: null,
  verificationTier: 'photo',
  caughtAt: new Date('2026-05-01T06:00:00.000Z'),
  deleted: false,
  ...overrides,
});

/** One of many catches, of so many anglers: most of them bass, and verified. */
export const numberedCatch = (n: number, anglers: number, overrides: Partial<CatchFact> = {}): CatchFact =>
  catchFact({
    catchId: `catch_${n}`,
    anglerId: `ang_${(n * 7) % anglers}`,
    speciesId: n % 11 === 0 ? WALLEYE : BASS,
    weightLbs: ((n * 37) % 997) / 8 + 1,
    verificationTier: n % 13 === 0 ? 'unverified' : 'photo',
    ...overrides,
  });

export const score = (anglerId: string, value: number, overrides: Partial<Score> = {}): Score => ({
  anglerId,
  placement: placementOf(value),
  achievedAt: Date.parse('2026-05-01T06:00:00.000Z'),
  catchId: `catch_${anglerId}_${value}`,
  ...overrides,
});
