import { fold, type RecordedEvent } from '@cds/event-sourcing';
import { type AppendContext, type BeginContext, type BulkWrite, EventStore, type GroupCommit, type Queryable } from '@cds/event-store';
import { newId } from '@cds/service-kit';
import { Injectable } from '@nestjs/common';
import { anglerOfCatchErased } from '../anglers/angler.errors.js';
import { catchCodec } from './catch.codec.js';
import { catchDeleted, catchForbidden, catchNotFound } from './catch.errors.js';
import type { CatchEvent, CatchLogged } from './catch.events.js';
import { type CatchState, type Deleted, evolve, type Logged, UNLOGGED } from './catch.state.js';
import { isAnglerErased, saveCatch } from './save-catch.js';
import { WritesInFlight } from './writes-in-flight.js';

/** The event log of catches, and with each append the read models that follow from it, in the same transaction. */
@Injectable()
export class CatchLog {
  private readonly store = new EventStore<CatchEvent>({ newEventId: () => newId('event'), codec: catchCodec });

  constructor(private readonly inFlight: WritesInFlight) {}

  async load(db: Queryable, id: string, asOf?: Date): Promise<CatchState> {
    return fold<CatchState, CatchEvent>(UNLOGGED, evolve, await this.store.load(db, id, asOf && { asOf }));
  }

  /** All that happened to a catch, oldest first. */
  async history(db: Queryable, id: string): Promise<RecordedEvent<CatchEvent>[]> {
    return this.store.load(db, id);
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

  /** Logs catches that are new, with what follows from them, in one statement: all or none. */
  async logMany(db: Queryable, catches: readonly { id: string; event: CatchLogged }[], context: BeginContext): Promise<void> {
    const streams = catches.map(({ id, event }) => ({ streamId: id, event }));
    await this.store.begin(db, streams, context, (recorded) =>
      recorded.flatMap((event) => {
        const next = evolve(UNLOGGED, event);
        return next.status === 'unlogged' ? [] : saveCatch(UNLOGGED, next, [event]);
      }),
    );
  }

  /**
   * Appends to the stream as `state` left it, and saves what follows from it in the same statement, which may be that of
   * other requests too, and so is what `alongside` adds. Fails with `resource.conflict` when the stream moved meanwhile, and
   * with `angler.erased` when the events say something of an angler who was erased.
   */
  async record(
    db: Queryable | GroupCommit,
    id: string,
    state: CatchState,
    events: readonly CatchEvent[],
    context: AppendContext,
    alongside: (next: Logged | Deleted) => readonly BulkWrite[] = () => [],
  ): Promise<CatchState> {
    const after = (recorded: readonly RecordedEvent<CatchEvent>[]) => fold<CatchState, CatchEvent>(state, evolve, recorded);
    const writes = (appended: readonly RecordedEvent<CatchEvent>[]) => {
      const next = after(appended);
      return next.status === 'unlogged' ? [] : [...saveCatch(state, next, events), ...alongside(next)];
    };
    try {
      return after(await this.inFlight.during(context.occurredAt, () => this.store.append(db, id, state.version, events, context, writes)));
    } catch (error) {
      throw isAnglerErased(error) ? anglerOfCatchErased(error) : error;
    }
  }

  /** Several catches as they stand, by id; those that were never logged are left out. */
  async loadMany(db: Queryable, ids: readonly string[]): Promise<Map<string, CatchState>> {
    const streams = await this.store.loadMany(db, ids);
    return new Map([...streams].map(([id, events]) => [id, fold<CatchState, CatchEvent>(UNLOGGED, evolve, events)]));
  }
}
