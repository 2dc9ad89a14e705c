import type { RecordedEvent } from '@cds/event-sourcing';
import { POOL, type PlaceInList } from '@cds/postgres';
import { type CursorEnvelope, Cursors, listPage, listScope } from '@cds/service-kit';
import { Inject, Injectable } from '@nestjs/common';
import type pg from 'pg';
import { catchListRow } from '../catch-list/catch-list.projection.js';
import { CatchLog } from '../../write/catch-log.js';
import { catchDeleted, catchNotFound } from '../../catch.errors.js';
import type { CatchEvent } from '../../catch.events.js';
import { type CatchState, evolve, UNLOGGED } from '../../catch.state.js';
import { type CatchView, catchView, type Names } from '../catch-view.js';
import { CatchViews } from '../catch-views.js';
import { type CatchHistoryEntry, historyEntry } from './catch-history.projection.js';
import type { CatchHistoryParameters } from './catch-history.schemas.js';

type NamesOf = (ids: { speciesId: string; anglerId: string }) => Names;

@Injectable()
export class CatchHistoryQuery {
  constructor(
    @Inject(POOL) private readonly pool: pg.Pool,
    private readonly log: CatchLog,
    private readonly views: CatchViews,
    private readonly cursors: Cursors,
  ) {}

  /**
   * All that happened to a catch, newest first, as the account may see it, under the names of today. Fails with
   * `catch.not_found` or `catch.deleted`.
   */
  async execute(id: string, query: CatchHistoryParameters, viewer: string): Promise<CursorEnvelope<CatchHistoryEntry>> {
    const events = await this.log.history(this.pool, id);
    if (events.length === 0) throw catchNotFound(id);
    if (events.at(-1)?.type === 'CatchDeleted') throw catchDeleted(id);
    const namesOf = await this.views.namesOf(anglersOf(events));
    const newestFirst = entriesOf(events, namesOf, viewer).reverse();
    return listPage(this.cursors, listScope(`catches/${id}/history`, viewer, query), query, {
      rows: async (place) => rowsAt(place, newestFirst),
      total: async () => newestFirst.length,
      sortValues: ({ version }) => [version],
    });
  }
}

const rowsAt = (
  { after, offset, limit }: PlaceInList,
  newestFirst: readonly CatchHistoryEntry[],
): CatchHistoryEntry[] =>
  newestFirst.filter(({ version }) => after === undefined || version < Number(after[0])).slice(offset, offset + limit);

const anglersOf = (events: readonly RecordedEvent<CatchEvent>[]): string[] =>
  events.flatMap(({ type, data }) => (type === 'CatchLogged' || type === 'CatchEdited' ? [data.anglerId] : []));

const entriesOf = (
  events: readonly RecordedEvent<CatchEvent>[],
  namesOf: NamesOf,
  viewer: string,
): CatchHistoryEntry[] => {
  let state: CatchState = UNLOGGED;
  let before: CatchView | null = null;
  return events.map((event) => {
    state = evolve(state, event);
    if (state.status === 'unlogged')
      throw new Error(`the stream ${event.metadata.streamId} does not begin with logging`);
    const after = catchView(catchListRow(state), namesOf(state.details), viewer);
    const entry = historyEntry(event, before, after);
    before = after;
    return entry;
  });
};
