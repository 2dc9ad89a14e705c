import type { VerificationTier } from '@cds/contracts';
import type { VersionGap } from '@cds/messaging';

/** What boards need to know of a catch as one of its versions left it. Weight in pounds. */
export interface CatchFact {
  readonly catchId: string;
  readonly version: number;
  readonly anglerId: string;
  readonly speciesId: string;
  readonly weightLbs: number;
  readonly region: string | null;
  readonly verificationTier: VerificationTier;
  readonly caughtAt: Date;
  readonly deleted: boolean;
  /** The trace of the event with this version; what was read from the database has none. */
  readonly traceparent?: string | null;
}

/** A batch of changes: how its catches stood before, and each version of theirs in the order it came. */
export interface CatchHistory {
  readonly before: readonly CatchFact[];
  readonly steps: readonly CatchFact[];
}

export interface RecordedCatches extends CatchHistory {
  /** Versions that never came. */
  readonly gaps: readonly VersionGap[];
}
