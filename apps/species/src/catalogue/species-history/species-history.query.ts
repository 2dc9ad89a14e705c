import { type CursorEnvelope, Cursors, listPage, listScope } from '@cds/listing';
import type { RecordedEvent } from '@cds/event-sourcing';
import { POOL, type PlaceInList } from '@cds/postgres';
import { Inject, Injectable } from '@nestjs/common';
import type pg from 'pg';
import { SpeciesDetailQuery } from '../species-detail/species-detail.query.js';
import { speciesEvents } from '../species-log.js';
import type { SpeciesEvent } from '../species.events.js';
import { evolveRow, type SpeciesRow } from '../species.projection.js';
import { SpeciesViews } from '../species-views.js';
import { speciesChange, type SpeciesState } from './species-history.projection.js';
import type { SpeciesChange, SpeciesHistoryParameters } from './species-history.schemas.js';

@Injectable()
export class SpeciesHistoryQuery {
  constructor(
    @Inject(POOL) private readonly pool: pg.Pool,
    private readonly detail: SpeciesDetailQuery,
    private readonly views: SpeciesViews,
    private readonly cursors: Cursors,
  ) {}

  /**
   * All that happened to a species, newest first. Reads the versions of the page and the one before them: each event
   * has the whole species. Fails with `species.not_found` or `species.deleted`.
   */
  async execute(
    idOrSlug: string,
    query: SpeciesHistoryParameters,
    viewer: string,
  ): Promise<CursorEnvelope<SpeciesChange>> {
    const { id, version } = await this.detail.row(idOrSlug);
    return listPage(this.cursors, listScope(`species/${id}/history`, viewer, query), query, {
      rows: (place) => this.changes(id, versionsAt(place, version), viewer),
      total: async () => version,
      sortValues: (change) => [change.version],
    });
  }

  private async changes(id: string, { from, to }: Versions, viewer: string): Promise<SpeciesChange[]> {
    if (to < 1) return [];
    const events = await speciesEvents.load(this.pool, id, { fromVersion: Math.max(1, from - 1), toVersion: to });
    const states = await this.statesAfter(events);
    return events
      .map((event, at) => speciesChange(event, states[at - 1] ?? null, states[at] ?? null, viewer))
      .filter((change) => change.version >= from)
      .reverse();
  }

  /** The species after each event; null after a deletion. */
  private async statesAfter(events: readonly RecordedEvent<SpeciesEvent>[]): Promise<(SpeciesState | null)[]> {
    const rows = events.map((event) => evolveRow(null, event));
    const views = await this.views.of(rows.filter((row): row is SpeciesRow => row !== null));
    return rows.map((row) => {
      const view = row === null ? undefined : views.shift();
      return row && view ? { row, view } : null;
    });
  }
}

interface Versions {
  readonly from: number;
  readonly to: number;
}

/** Versions have no gaps, so where a page stands says which versions are on it. */
const versionsAt = ({ after, offset, limit }: PlaceInList, head: number): Versions => {
  const to = Math.min(after === undefined ? head : Number(after[0]) - 1, head) - offset;
  return { from: Math.max(1, to - limit + 1), to };
};
