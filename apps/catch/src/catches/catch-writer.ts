import { GroupCommit, RelayWaker } from '@cds/event-store';
import { hasCode } from '@cds/errors';
import { Clock, finishedWrite, type KeptAnswer, POOL, type Requester } from '@cds/service-kit';
import { Inject, Injectable } from '@nestjs/common';
import type pg from 'pg';
import { CatchLog } from './catch-log.js';
import type { CatchEvent } from './catch.events.js';
import type { CatchState, Deleted, Logged } from './catch.state.js';

export type Written = Logged | Deleted;

/** What the request is answered when the write leaves the catch like this. */
export type AnswerOf = (next: Written) => KeptAnswer;

/** Runs a command against a catch: load, decide, record, tell the relay. */
@Injectable()
export class CatchWriter {
  constructor(
    @Inject(POOL) private readonly pool: pg.Pool,
    private readonly log: CatchLog,
    private readonly clock: Clock,
    private readonly waker: RelayWaker,
    private readonly groupCommit: GroupCommit,
  ) {}

  /**
   * `decide` may be asked twice: once more with the newer state when another request changed the catch meanwhile. No
   * connection is held while it looks things up. A caller with an `Idempotency-Key` needs `answerOf`.
   */
  async change<S extends CatchState>(
    id: string,
    caller: Requester,
    load: (db: pg.Pool) => Promise<S>,
    decide: (state: S) => readonly CatchEvent[] | Promise<readonly CatchEvent[]>,
    answerOf?: AnswerOf,
  ): Promise<Written> {
    const attempt = async () => {
      const state = await load(this.pool);
      return this.record(id, caller, state, await decide(state), answerOf);
    };
    return attempt().catch((error: unknown) => {
      if (hasCode(error, 'resource.conflict')) return attempt();
      throw error;
    });
  }

  /**
   * Records decided events, and in the same statement the answer under the caller's `Idempotency-Key`. Fails with
   * `resource.conflict` when the stream is no longer where `state` left it.
   */
  async record(id: string, caller: Requester, state: CatchState, events: readonly CatchEvent[], answerOf?: AnswerOf): Promise<Written> {
    const context = {
      occurredAt: this.clock.now(),
      actor: { accountId: caller.accountId, credentialId: caller.credentialId },
      requestId: caller.requestId,
      traceparent: caller.traceparent,
    };
    const next = await this.log.record(this.groupCommit, id, state, events, context, (written) => keptAnswer(caller, written, answerOf));
    if (next.status === 'unlogged') throw new Error(`nothing was recorded for the catch ${id}`);
    if (events.length > 0) this.waker.wake();
    return next;
  }
}

const keptAnswer = ({ reservation }: Requester, next: Written, answerOf: AnswerOf | undefined) => {
  if (!reservation) return [];
  if (!answerOf) throw new Error('a write under an Idempotency-Key must say what it answers');
  return [finishedWrite(reservation, answerOf(next), next.details.anglerId)];
};
