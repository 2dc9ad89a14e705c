import { tierReaches, type VerificationTier } from '@cds/contracts';

/** What records and counts need of a catch, as of one of its versions. Weight in pounds. */
export interface CatchFact {
  readonly catchId: string;
  readonly version: number;
  readonly speciesId: string;
  readonly anglerId: string;
  readonly weightLbs: number;
  readonly region: string | null;
  readonly country: string | null;
  readonly verificationTier: VerificationTier;
  readonly caughtAt: Date;
  readonly deleted: boolean;
  /** When this version was made; undefined on a fact that was read from the database. */
  readonly changedAt?: Date;
  /** The trace of the event with this version; undefined on a fact that was read from the database. */
  readonly traceparent?: string | null;
}

/** Whether a catch may hold a record. */
export const isEligible = ({ deleted, verificationTier }: CatchFact): boolean =>
  !deleted && tierReaches(verificationTier, 'witnessed');

/** Which record: of a species everywhere, or in one region. */
export interface RecordKey {
  readonly speciesId: string;
  readonly region: string | null;
}

export const keyText = ({ speciesId, region }: RecordKey): string => `${speciesId}/${region ?? ''}`;

/** The records that a catch may hold. */
export const keysOf = ({ speciesId, region }: CatchFact): RecordKey[] => [
  { speciesId, region: null },
  ...(region === null ? [] : [{ speciesId, region }]),
];

/** Heavier first; of equals the earlier, then the smaller id. */
export const byRank = (one: CatchFact, other: CatchFact): number =>
  other.weightLbs - one.weightLbs ||
  one.caughtAt.getTime() - other.caughtAt.getTime() ||
  (one.catchId < other.catchId ? -1 : Number(one.catchId > other.catchId));
