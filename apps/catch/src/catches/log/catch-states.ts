import { type Step, StreamStates } from '@cds/event-store';
import type { CatchEvent } from '../model/catch.events.js';
import { type CatchState, evolve, UNLOGGED } from '../model/catch.state.js';
import { CATCH_SNAPSHOT_VERSION, decodeCatch, encodeCatch } from './catch-snapshot.js';
import { catchCodec } from './catch.codec.js';

export type CatchStates = StreamStates<CatchState, CatchEvent>;
/** What one event made of a catch. */
export type CatchStep = Step<CatchState, CatchEvent>;

/** The states of catches. A snapshot is not used from the moment that somebody in it is erased. */
export const catchStates = (onWriteFailed: (error: unknown) => void): CatchStates =>
  new StreamStates<CatchState, CatchEvent>({
    codec: catchCodec,
    initial: UNLOGGED,
    evolve,
    snapshots: {
      schemaVersion: CATCH_SNAPSHOT_VERSION,
      encode: encodeCatch,
      decode: decodeCatch,
      isErased: isAnyErased,
      onWriteFailed,
    },
  });

/** As a value, since a plan for EXISTS may read all who were erased for each snapshot. */
const isAnyErased = (anglerIds: string): string => `(SELECT true FROM anglers
  WHERE anglers.id = ANY(${anglerIds}) AND anglers.erased_at IS NOT NULL LIMIT 1) IS TRUE`;

/** Whose catches the states of these steps are; an angler may be named more than once. */
export const anglersIn = (steps: readonly CatchStep[]): string[] =>
  steps.flatMap(({ before, after }) =>
    [before, after].flatMap((state) => (state.status === 'unlogged' ? [] : [state.details.anglerId])),
  );
