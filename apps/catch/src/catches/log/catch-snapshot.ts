import type { CatchState, Deleted, Logged, VerificationState } from '../model/catch.state.js';

/**
 * Raise it whenever `CatchState` gains or loses a field, and whenever `evolve` makes another state of the same events.
 */
export const CATCH_SNAPSHOT_VERSION = 3;

/** A state as JSON leaves it: times are strings of ISO 8601. */
type Stored<T> = T extends Date
  ? string
  : T extends readonly (infer Item)[]
    ? readonly Stored<Item>[]
    : T extends object
      ? { readonly [Key in keyof T]: Stored<T[Key]> }
      : T;

/** The snapshot of a state that has events: all of it, with what is personal. */
export const encodeCatch = (state: CatchState): unknown => state;

/** The state that a snapshot of `CATCH_SNAPSHOT_VERSION` was made of. */
export const decodeCatch = (snapshot: unknown): CatchState => {
  const stored = snapshot as Stored<Logged | Deleted>;
  const known = {
    ...(stored as Stored<Logged>),
    createdAt: new Date(stored.createdAt),
    updatedAt: new Date(stored.updatedAt),
    verifications: stored.verifications.map(decodeVerification),
  };
  if (stored.status === 'logged') return known;
  return { ...known, status: 'deleted', deletedAt: new Date(stored.deletedAt) };
};

const decodeVerification = (stored: Stored<VerificationState>): VerificationState => ({
  ...stored,
  createdAt: new Date(stored.createdAt),
  decidedAt: stored.decidedAt === null ? null : new Date(stored.decidedAt),
});
