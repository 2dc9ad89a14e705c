import { type AppendContext, type BeginContext, type FirstEvent } from '@cds/event-store';
import { fold, type RecordedEvent } from '@cds/event-sourcing';
import type { BulkWrite, GroupCommit, Queryable } from '@cds/postgres';
import { newId } from '@cds/service-kit';
import { Injectable } from '@nestjs/common';
import type pg from 'pg';
import { anglerOfCatchErased } from '../../angler-lookup/angler.errors.js';
import { catchEventStore } from '../log/catch-event-store.js';
import { WritesInFlight } from '../log/writes-in-flight.js';
import type { CatchEvent, CatchLogged } from '../model/catch.events.js';
import { type CatchState, type Deleted, evolve, type Logged, loggedCatch } from '../model/catch.state.js';
import { copyNewCatches, followNewCatches, type NewCatch, newCatch, refuseErased } from './new-catches.js';
import { isAnglerErased, saveCatch } from './save-catch.js';

/** A catch that is ready to be logged together with others. */
export type ReadyCatch = NewCatch & { readonly event: FirstEvent };

/** Stands for the time of a catch that is not logged yet. */
const NOT_YET = new Date(0);

/** Appends to the event log of catches, and with each append writes the read models in the same transaction. */
@Injectable()
export class CatchRecorder {
  private readonly store = catchEventStore();

  constructor(private readonly inFlight: WritesInFlight) {}

  /**
   * Makes a new catch, with a new id, ready for `logMany`. Does all the work that needs neither the database nor the
   * time at which the catch will be logged.
   */
  prepare(event: CatchLogged): ReadyCatch {
    const id = newId('catch');
    return { ...newCatch(loggedCatch(id, event, 1, NOT_YET)), event: this.store.first(id, event) };
  }

  /**
   * Logs new catches and writes their read models: all or none. Fails with `service.unavailable` when an angler of one
   * of them was erased.
   */
  async logMany(tx: pg.PoolClient, catches: readonly ReadyCatch[], context: BeginContext): Promise<void> {
    await copyNewCatches(tx, catches, context.occurredAt);
    await this.store.begin(
      tx,
      catches.map(({ event }) => event),
      context,
      followNewCatches(catches),
    );
    await refuseErased(tx, catches);
  }

  /**
   * Appends to the stream as `state` left it, and writes the read models and what `alongside` adds in the same
   * statement, which a group commit may share with other requests. The events occur when the statement is sent. Fails
   * with `resource.conflict` when the stream moved meanwhile, and with `angler.erased` when the events say something of
   * an angler who was erased.
   */
  async record(
    db: Queryable | GroupCommit,
    id: string,
    state: CatchState,
    events: readonly CatchEvent[],
    context: Omit<AppendContext, 'occurredAt'>,
    alongside: (next: Logged | Deleted) => readonly BulkWrite[] = () => [],
  ): Promise<CatchState> {
    const after = (recorded: readonly RecordedEvent<CatchEvent>[]) =>
      fold<CatchState, CatchEvent>(state, evolve, recorded);
    const writes = (appended: readonly RecordedEvent<CatchEvent>[]) => {
      const next = after(appended);
      return next.status === 'unlogged' ? [] : [...saveCatch(state, next, events), ...alongside(next)];
    };
    try {
      return after(
        await this.inFlight.during((stamp) => {
          const contextNow = () => ({ ...context, occurredAt: notBefore(state, stamp()) });
          return this.store.append(db, id, state.version, events, contextNow, writes);
        }),
      );
    } catch (error) {
      throw isAnglerErased(error) ? anglerOfCatchErased(error) : error;
    }
  }
}

/** The clocks of copies differ: an event of a catch never occurs before the one that precedes it. */
export const notBefore = (state: CatchState, at: Date): Date =>
  state.status !== 'unlogged' && state.updatedAt > at ? state.updatedAt : at;
