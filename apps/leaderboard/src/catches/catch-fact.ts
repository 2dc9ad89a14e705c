import type { VerificationTier } from '@cds/contracts';
import type { VersionGap } from '@cds/messaging';

/** What boards need of a catch, as of one of its versions. Weight in pounds, length in inches, depth in feet. */
export interface CatchFact {
  readonly catchId: string;
  readonly version: number;
  readonly anglerId: string;
  readonly speciesId: string;
  readonly weightLbs: number;
  readonly lengthIn: number | null;
  readonly depthFt: number | null;
  readonly region: string | null;
  readonly verificationTier: VerificationTier;
  readonly caughtAt: Date;
  readonly deleted: boolean;
  /** The trace of the event with this version; undefined on a fact that was read from the database. */
  readonly traceparent?: string | null;
  /** Whose catch it is; undefined on a fact that was read from the database. */
  readonly accountId?: string | null;
}

/** A batch of changes: its catches before the batch, and each of their new versions in order of arrival. */
export interface CatchHistory {
  readonly before: readonly CatchFact[];
  readonly steps: readonly CatchFact[];
}

export interface RecordedCatches extends CatchHistory {
  /** The versions that are missing. */
  readonly gaps: readonly VersionGap[];
}
