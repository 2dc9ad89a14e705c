import { fold, type RecordedEvent } from '@cds/event-sourcing';
import { type BulkWrite, type GroupCommit, type Queryable } from '@cds/postgres';
import {
  type AppendContext,
  type BeginContext,
  EventStore,
  type FirstEvent,
  type StreamHead,
  type VersionRange,
} from '@cds/event-store';
import { newId, ServiceLogger } from '@cds/service-kit';
import { Injectable } from '@nestjs/common';
import type pg from 'pg';
import { anglerOfCatchErased } from '../../anglers/angler.errors.js';
import { catchCodec } from './catch.codec.js';
import { catchStates, type CatchStates, type CatchStep } from './catch-states.js';
import { catchDeleted, catchForbidden, catchNotFound } from '../catch.errors.js';
import type { CatchEvent, CatchLogged } from '../catch.events.js';
import { type CatchState, type Deleted, evolve, type Logged, loggedCatch } from '../catch.state.js';
import { copyNewCatches, followNewCatches, type NewCatch, newCatch, refuseErased } from './new-catches.js';
import { isAnglerErased, saveCatch } from './save-catch.js';
import { WritesInFlight } from './writes-in-flight.js';

/** A catch that is to be logged with others. */
export type ReadyCatch = NewCatch & { readonly event: FirstEvent };

/** Stands for the time of what is not logged yet. */
const NOT_YET = new Date(0);

/** The event log of catches, and with each append the read models that follow from it, in the same transaction. */
@Injectable()
export class CatchLog {
  private readonly store = new EventStore<CatchEvent>({ newEventId: () => newId('event'), codec: catchCodec });

  private readonly states: CatchStates;

  constructor(
    private readonly inFlight: WritesInFlight,
    logger: ServiceLogger,
  ) {
    this.states = catchStates((error) => logger.warn('snapshots.not_written', { err: error }));
  }

  /** The catch as it stands, or as it was known at a time. */
  load(db: Queryable, id: string, asOf?: Date): Promise<CatchState> {
    return asOf ? this.states.loadAsOf(db, id, asOf) : this.states.load(db, id);
  }

  /** What these versions of each catch changed, oldest first. */
  steps(db: Queryable, ranges: ReadonlyMap<string, VersionRange>): Promise<Map<string, readonly CatchStep[]>> {
    return this.states.steps(db, ranges);
  }

  /** Where the stream of a catch that is not deleted ends; fails with `catch.not_found` or `catch.deleted`. */
  async headOfLogged(db: Queryable, id: string): Promise<StreamHead> {
    const head = await this.store.head(db, id);
    if (!head) throw catchNotFound(id);
    if (head.type === ('CatchDeleted' satisfies CatchEvent['type'])) throw catchDeleted(id);
    return head;
  }

  /** The catch as it stands; fails with `catch.not_found` or `catch.deleted`. */
  async loadLogged(db: Queryable, id: string): Promise<Logged> {
    const state = await this.load(db, id);
    if (state.status === 'unlogged') throw catchNotFound(id);
    if (state.status === 'deleted') throw catchDeleted(id);
    return state;
  }

  /** The same, for its owner alone; fails with `catch.forbidden` for anybody else. */
  async loadOwn(db: Queryable, id: string, accountId: string): Promise<Logged> {
    const state = await this.loadLogged(db, id);
    if (state.accountId !== accountId) throw catchForbidden(id);
    return state;
  }

  /**
   * Makes a new catch ready for `logMany`, with an id: all that needs neither the database nor the time it is logged
   * at.
   */
  prepare(event: CatchLogged): ReadyCatch {
    const id = newId('catch');
    return { ...newCatch(loggedCatch(id, event, 1, NOT_YET)), event: this.store.first(id, event) };
  }

  /**
   * Logs catches that are new, with what follows from them: all or none. Fails with `service.unavailable` when one is
   * of an angler who was erased.
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
   * Appends to the stream as `state` left it, and saves what follows from it in the same statement, which may be that
   * of other requests too, and so is what `alongside` adds. The events occur when the statement is sent. Fails with
   * `resource.conflict` when the stream moved
   * meanwhile, and with `angler.erased` when the events say something of an angler who was erased.
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

  /** Several catches as they stand, by id; those that were never logged are left out. */
  loadMany(db: Queryable, ids: readonly string[]): Promise<Map<string, CatchState>> {
    return this.states.loadMany(db, ids);
  }
}

/** Clocks of copies differ: what happens to a catch never occurs before what happened to it last. */
const notBefore = (state: CatchState, at: Date): Date =>
  state.status !== 'unlogged' && state.updatedAt > at ? state.updatedAt : at;
