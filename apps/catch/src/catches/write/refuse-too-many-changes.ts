import type { CatchEvent } from '../model/catch.events.js';
import { tooManyChanges } from '../model/catch.errors.js';
import type { CatchState } from '../model/catch.state.js';

/** Versions that a catch may have; its deletion and its erasure may go beyond. */
export const MAX_CATCH_VERSIONS = 10_000;

/** Fails with `catch.too_many_changes` when the events would take the catch beyond `MAX_CATCH_VERSIONS`. */
export const refuseTooManyChanges = (id: string, state: CatchState, events: readonly CatchEvent[]): void => {
  if (events.length === 0 || state.version + events.length <= MAX_CATCH_VERSIONS) return;
  if (events.every(({ type }) => type !== 'CatchDeleted')) throw tooManyChanges(id, MAX_CATCH_VERSIONS);
};
