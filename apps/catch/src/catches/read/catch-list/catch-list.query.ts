import { type SortValue } from '@cds/postgres';
import { cursorEnvelope, type CursorEnvelope, Cursors, listScope, placeInList } from '@cds/listing';
import { Injectable } from '@nestjs/common';
import { CatchFilters } from './catch-filters.js';
import type { ListCatchesQuery } from './catch-list.schemas.js';
import { CatchPageQuery } from './page/catch-page.query.js';
import type { PageRow } from './page/page-row.js';
import { CatchPresenter, type PresentedCatch } from './catch-presenter.js';
import { type CatchTombstone, tombstoneView } from './tombstone-view.js';

@Injectable()
export class CatchListQuery {
  constructor(
    private readonly pages: CatchPageQuery,
    private readonly filters: CatchFilters,
    private readonly presenter: CatchPresenter,
    private readonly cursors: Cursors,
  ) {}

  /**
   * One page of the catches that fit every filter, as the account sees them, with their exact number. `signal` aborts
   * when nobody waits for it any more.
   */
  async execute(
    query: ListCatchesQuery,
    viewer: string,
    signal?: AbortSignal,
  ): Promise<CursorEnvelope<PresentedCatch | CatchTombstone>> {
    const scope = listScope('catches', viewer, query);
    const place = placeInList(this.cursors, scope, query);
    const filter = await this.filters.of(query, viewer, signal);
    const { rows, total } = await this.pages.execute(filter, place, signal);
    const nextCursor = (last: PageRow) => this.cursors.issue(scope, { after: sortValues(last, query), total });
    const envelope = cursorEnvelope(rows, query, total, nextCursor);
    return { ...envelope, data: await this.present(envelope.data, query, viewer) };
  }

  private async present(
    rows: readonly PageRow[],
    query: ListCatchesQuery,
    viewer: string,
  ): Promise<(PresentedCatch | CatchTombstone)[]> {
    const live = rows.filter(({ tombstone }) => !tombstone);
    const presented = await this.presenter.present(live, query, viewer);
    if (live.length === rows.length) return presented;
    return rows.flatMap(({ tombstone }): (PresentedCatch | CatchTombstone)[] =>
      tombstone ? [tombstoneView(tombstone)] : presented.splice(0, 1),
    );
  }
}

const sortValues = (row: PageRow, { sort }: ListCatchesQuery): SortValue[] => {
  if (row.tombstone) return [new Date(row.tombstone.deleted_at).toISOString(), row.tombstone.id];
  return [
    ...sort.map(({ key }) => row[key]).map((value) => (value instanceof Date ? value.toISOString() : value)),
    row.id,
  ];
};
