import type pg from 'pg';
import { catchEventStore } from '../catches/log/catch-event-store.js';
import type { CatchStates } from '../catches/log/catch-states.js';
import type { WritesInFlight } from '../catches/log/writes-in-flight.js';
import type { CatchEvent } from '../catches/model/catch.events.js';
import type { Deleted, Logged } from '../catches/model/catch.state.js';
import { notBefore } from '../catches/write/catch-recorder.js';

/**
 * Appends events that change nothing until the catch is beyond `version`. Each is published with the whole catch, and
 * whoever has applied a lost version applies the last of them.
 */
export class RestateCatch {
  private readonly store = catchEventStore();

  constructor(
    private readonly pool: pg.Pool,
    private readonly states: CatchStates,
    private readonly inFlight: WritesInFlight,
  ) {}

  /** Fails with `resource.conflict` when the catch is changed at the same moment. */
  async beyond(version: number, id: string): Promise<void> {
    const state = await this.states.load(this.pool, id);
    if (state.status === 'unlogged' || state.version > version) return;
    const events = Array.from({ length: version + 1 - state.version }, () => sameAs(state));
    await this.inFlight.transaction(async (tx, stamp) => {
      const occurredAt = notBefore(state, await stamp());
      const context = { occurredAt, actor: null, requestId: null, traceparent: null };
      await this.store.append(tx, id, state.version, events, context);
      await tx.query(MOVE[state.status], [id, version + 1, occurredAt]);
    });
  }
}

const sameAs = (state: Logged | Deleted): CatchEvent =>
  state.status === 'deleted'
    ? { type: 'CatchDeleted', data: {} }
    : { type: 'CatchEdited', data: { anglerId: state.details.anglerId, changes: {} } };

const MOVE = {
  logged: 'UPDATE catches SET version = $2, updated_at = greatest(updated_at, $3) WHERE id = $1',
  deleted: 'UPDATE catch_tombstones SET version = $2, deleted_at = $3 WHERE id = $1',
} as const;
