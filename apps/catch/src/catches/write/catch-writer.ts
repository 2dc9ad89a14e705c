import { setTimeout as pause } from 'node:timers/promises';
import { GroupCommit, POOL, TurnsByKey } from '@cds/postgres';
import { RelayNotifier } from '@cds/event-store';
import { hasCode } from '@cds/errors';
import { finishedWrite, type StoredResponse } from '@cds/idempotency';
import type { Requester } from '@cds/service-kit';
import { Inject, Injectable } from '@nestjs/common';
import type pg from 'pg';
import type { CatchEvent } from '../model/catch.events.js';
import type { CatchState, Deleted, Logged } from '../model/catch.state.js';
import { CatchRecorder } from './catch-recorder.js';
import { refuseTooManyChanges } from './refuse-too-many-changes.js';

export type Written = Logged | Deleted;

/**
 * How often a change is tried while other processes change the same catch, and how long it pauses at most before each
 * attempt but the first two.
 */
const ATTEMPTS = 20;
const REST_MS = 40;

/** What the request is answered when the write leaves the catch like this. */
export type AnswerOf = (next: Written) => StoredResponse;

/** Runs a command against a catch: load, decide, record, tell the relay. */
@Injectable()
export class CatchWriter {
  private readonly turns = new TurnsByKey();

  constructor(
    @Inject(POOL) private readonly pool: pg.Pool,
    private readonly recorder: CatchRecorder,
    private readonly notifier: RelayNotifier,
    private readonly groupCommit: GroupCommit,
  ) {}

  /**
   * Changes of one catch by requests to this process take turns. `decide` is called again with the newer state each
   * time that another process changed the catch meanwhile, up to `ATTEMPTS` times; fails with `resource.conflict` then,
   * and with `catch.too_many_changes` for a catch that has as many versions as it may have. No connection is held while
   * it looks things up. A caller with an `Idempotency-Key` needs `answerOf`.
   */
  change<S extends CatchState>(
    id: string,
    caller: Requester,
    load: (db: pg.Pool) => Promise<S>,
    decide: (state: S) => readonly CatchEvent[] | Promise<readonly CatchEvent[]>,
    answerOf?: AnswerOf,
  ): Promise<Written> {
    return this.turns.run(id, () =>
      retried(async () => {
        const state = await load(this.pool);
        const events = await decide(state);
        refuseTooManyChanges(id, state, events);
        return this.record(id, caller, state, events, answerOf);
      }),
    );
  }

  /**
   * Records decided events, and in the same statement the answer under the caller's `Idempotency-Key`. Fails with
   * `resource.conflict` when the stream is no longer where `state` left it.
   */
  async record(
    id: string,
    caller: Requester,
    state: CatchState,
    events: readonly CatchEvent[],
    answerOf?: AnswerOf,
  ): Promise<Written> {
    const context = {
      actor: { accountId: caller.accountId, credentialId: caller.credentialId },
      requestId: caller.requestId,
      traceparent: caller.traceparent,
    };
    const next = await this.recorder.record(this.groupCommit, id, state, events, context, (written) =>
      storedResponse(caller, written, answerOf),
    );
    if (next.status === 'unlogged') throw new Error(`nothing was recorded for the catch ${id}`);
    if (events.length > 0) this.notifier.wake();
    return next;
  }
}

const retried = async <T>(change: () => Promise<T>): Promise<T> => {
  for (let attempt = 1; ; attempt += 1) {
    try {
      return await change();
    } catch (error) {
      if (!hasCode(error, 'resource.conflict') || attempt === ATTEMPTS) throw error;
      // At different times, so that not all but one fail again.
      if (attempt > 1) await pause(Math.random() * REST_MS);
    }
  }
};

const storedResponse = ({ reservation }: Requester, next: Written, answerOf: AnswerOf | undefined) => {
  if (!reservation) return [];
  if (!answerOf) throw new Error('a write under an Idempotency-Key must say what it answers');
  return [finishedWrite(reservation, answerOf(next), next.details.anglerId)];
};
