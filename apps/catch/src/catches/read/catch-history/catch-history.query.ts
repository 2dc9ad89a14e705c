import { type PlaceInList, READ_POOL } from '@cds/postgres';
import { type CursorEnvelope, Cursors, listPage, listScope } from '@cds/listing';
import { Inject, Injectable } from '@nestjs/common';
import type pg from 'pg';
import type { CatchState } from '../../model/catch.state.js';
import { CatchLog } from '../../log/catch-log.js';
import { anglersIn, type CatchStep } from '../../log/catch-states.js';
import { catchListRow } from '../catch-list/catch-list.projection.js';
import { type CatchView, catchView, type NamesOf } from '../catch-view.js';
import { CatchViews } from '../catch-views.js';
import { type CatchHistoryEntry, historyEntry } from './catch-history.projection.js';
import type { CatchHistoryParameters } from './catch-history.schemas.js';
import { PastReads } from './past-reads.js';

@Injectable()
export class CatchHistoryQuery {
  constructor(
    @Inject(READ_POOL) private readonly pool: pg.Pool,
    private readonly reads: PastReads,
    private readonly log: CatchLog,
    private readonly views: CatchViews,
    private readonly cursors: Cursors,
  ) {}

  /**
   * All that happened to a catch, newest first, as the account may see it, under the names of today. Reads the versions
   * of the page alone. Fails with `catch.not_found` or `catch.deleted`. What nobody waits for any more is cancelled
   * when
   * `signal` aborts.
   */
  async execute(
    id: string,
    query: CatchHistoryParameters,
    viewer: string,
    signal?: AbortSignal,
  ): Promise<CursorEnvelope<CatchHistoryEntry>> {
    const { version } = await this.log.headOfLogged(this.pool, id);
    return listPage(this.cursors, listScope(`catches/${id}/history`, viewer, query), query, {
      rows: async (place) => {
        const versions = versionsAt(place, version);
        if (versions.toVersion < 1) return [];
        const read = (client: pg.PoolClient) => this.log.steps(client, new Map([[id, versions]]));
        const steps = await this.reads.run(viewer, read, signal);
        return this.entries(id, steps.get(id) ?? [], viewer);
      },
      total: async () => version,
      sortValues: (entry) => [entry.version],
    });
  }

  private async entries(id: string, steps: readonly CatchStep[], viewer: string): Promise<CatchHistoryEntry[]> {
    const namesOf = await this.views.namesOfPast(id, anglersIn(steps));
    return steps.map((step) => entryOf(step, namesOf, viewer)).reverse();
  }
}

/** Versions have no gaps, so where a page stands says which versions are on it. */
const versionsAt = ({ after, offset, limit }: PlaceInList, head: number) => {
  const toVersion = Math.min(after === undefined ? head : Number(after[0]) - 1, head) - offset;
  return { fromVersion: Math.max(1, toVersion - limit + 1), toVersion };
};

const entryOf = ({ before, event, after }: CatchStep, namesOf: NamesOf, viewer: string): CatchHistoryEntry => {
  const view = viewOf(after, namesOf, viewer);
  if (!view) throw new Error(`the stream ${event.metadata.streamId} does not begin with logging`);
  return historyEntry(event, viewOf(before, namesOf, viewer), view, viewer);
};

const viewOf = (state: CatchState, namesOf: NamesOf, viewer: string): CatchView | null =>
  state.status === 'unlogged' ? null : catchView(catchListRow(state), namesOf(state.details), viewer);
