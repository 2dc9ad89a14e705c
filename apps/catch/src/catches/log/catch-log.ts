import type { StreamHead, VersionRange } from '@cds/event-store';
import type { Queryable } from '@cds/postgres';
import { ServiceLogger } from '@cds/service-kit';
import { Injectable } from '@nestjs/common';
import { catchDeleted, catchForbidden, catchNotFound } from '../model/catch.errors.js';
import type { CatchEvent } from '../model/catch.events.js';
import type { CatchState, Logged } from '../model/catch.state.js';
import { catchEventStore } from './catch-event-store.js';
import { catchStates, type CatchStates, type CatchStep } from './catch-states.js';

/** Catches as the event log has them. `CatchRecorder` appends to it. */
@Injectable()
export class CatchLog {
  private readonly store = catchEventStore();
  private readonly states: CatchStates;

  constructor(logger: ServiceLogger) {
    this.states = catchStates((error) => logger.warn('snapshots.not_written', { err: error }));
  }

  /** The catch as it stands, or as it was known at a time. */
  load(db: Queryable, id: string, asOf?: Date): Promise<CatchState> {
    return asOf ? this.states.loadAsOf(db, id, asOf) : this.states.load(db, id);
  }

  /** Several catches as they stand, by id. Those that were never logged are left out. */
  loadMany(db: Queryable, ids: readonly string[]): Promise<Map<string, CatchState>> {
    return this.states.loadMany(db, ids);
  }

  /** What these versions of each catch changed, oldest first. */
  steps(db: Queryable, ranges: ReadonlyMap<string, VersionRange>): Promise<Map<string, readonly CatchStep[]>> {
    return this.states.steps(db, ranges);
  }

  /** Where the stream of a catch that is not deleted ends. Fails with `catch.not_found` or `catch.deleted`. */
  async headOfLogged(db: Queryable, id: string): Promise<StreamHead> {
    const head = await this.store.head(db, id);
    if (!head) throw catchNotFound(id);
    if (head.type === ('CatchDeleted' satisfies CatchEvent['type'])) throw catchDeleted(id);
    return head;
  }

  /** The catch as it stands. Fails with `catch.not_found` or `catch.deleted`. */
  async loadLogged(db: Queryable, id: string): Promise<Logged> {
    const state = await this.load(db, id);
    if (state.status === 'unlogged') throw catchNotFound(id);
    if (state.status === 'deleted') throw catchDeleted(id);
    return state;
  }

  /** The same, for its owner alone. Fails with `catch.forbidden` for anybody else. */
  async loadOwn(db: Queryable, id: string, accountId: string): Promise<Logged> {
    const state = await this.loadLogged(db, id);
    if (state.accountId !== accountId) throw catchForbidden(id);
    return state;
  }
}
