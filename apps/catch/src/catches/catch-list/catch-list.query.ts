import { prepared } from '@cds/event-store';
import { cursorEnvelope, type CursorEnvelope, Cursors, listScope, type PlaceInList, placeInList, POOL, SharedReads, type SortValue } from '@cds/service-kit';
import { Inject, Injectable } from '@nestjs/common';
import type pg from 'pg';
import type { NamedCatchRow } from '../catch-views.js';
import type { CatchFilter } from './catch-filter.js';
import { CatchFilters } from './catch-filters.js';
import type { ListCatchesQuery } from './catch-list.schemas.js';
import { deltaPageSql, pageSql, totalSql } from './catch-list.sql.js';
import { CatchPresenter, type PresentedCatch } from './catch-presenter.js';
import type { Sql } from './sql-values.js';
import { type CatchTombstone, type StoredTombstone, tombstoneView } from './tombstone-view.js';

type PageRow = NamedCatchRow & { tombstone?: StoredTombstone | null };

@Injectable()
export class CatchListQuery {
  private readonly pages = new SharedReads<readonly PageRow[]>();
  private readonly totals = new SharedReads<number | undefined>();

  constructor(
    @Inject(POOL) private readonly pool: pg.Pool,
    private readonly filters: CatchFilters,
    private readonly presenter: CatchPresenter,
    private readonly cursors: Cursors,
  ) {}

  /** One page of the catches that fit every filter, as the account sees them, with their exact number. */
  async execute(query: ListCatchesQuery, viewer: string): Promise<CursorEnvelope<PresentedCatch | CatchTombstone>> {
    const scope = listScope('catches', viewer, query);
    const place = placeInList(this.cursors, scope, query);
    const filter = await this.filters.of(query, viewer);
    const [rows, total] = await Promise.all([this.rows(page(filter, place)), this.total(filter, place)]);
    const nextCursor = (last: PageRow) => this.cursors.issue(scope, { after: sortValues(last, query), total });
    const envelope = cursorEnvelope(rows, query, total, nextCursor);
    return { ...envelope, data: await this.present(envelope.data, query, viewer) };
  }

  /** What the first page counted, on the way from there; undefined where nobody asks. */
  private async total(filter: CatchFilter, place: PlaceInList): Promise<number | undefined> {
    if (place.total !== undefined || !filter.query.total) return place.total;
    const sql = prepared(totalSql(filter));
    return this.totals.read(keyOf(sql), async () => (await this.pool.query<{ total: number }>(sql)).rows[0]?.total);
  }

  private rows(sql: pg.QueryConfig): Promise<readonly PageRow[]> {
    return this.pages.read(keyOf(sql), async () => (await this.pool.query<PageRow>(sql)).rows);
  }

  private async present(rows: readonly PageRow[], query: ListCatchesQuery, viewer: string): Promise<(PresentedCatch | CatchTombstone)[]> {
    const live = rows.filter(({ tombstone }) => !tombstone);
    const presented = await this.presenter.present(live, query, viewer);
    if (live.length === rows.length) return presented;
    return rows.flatMap(({ tombstone }): (PresentedCatch | CatchTombstone)[] => (tombstone ? [tombstoneView(tombstone)] : presented.splice(0, 1)));
  }
}

const keyOf = ({ text, values }: pg.QueryConfig): string => JSON.stringify([text, values]);

const page = (filter: CatchFilter, place: PlaceInList): Sql => {
  if (filter.query.include_deleted) return deltaPageSql(filter, place);
  const sql = pageSql(filter, place);
  return isPlain(filter, place) ? prepared(sql) : sql;
};

/** Pages with one plan whatever the values are, few in shape and asked for all the time: each connection plans them once. */
const isPlain = ({ query, speciesIds = [] }: CatchFilter, { offset, after }: PlaceInList): boolean => {
  const { sort, page: _page, per_page: _perPage, total: _total, units: _units, fields: _fields, expand: _expand, species: _species, ...filters } = query;
  const isUnfiltered = Object.values(filters).every((value) => value === undefined);
  return isUnfiltered && sort.length === 1 && offset === 0 && after === undefined && (speciesIds.length === 0 || (speciesIds.length === 1 && sort[0]?.key === 'created_at'));
};

const sortValues = (row: PageRow, { sort }: ListCatchesQuery): SortValue[] => {
  if (row.tombstone) return [new Date(row.tombstone.deleted_at).toISOString(), row.tombstone.id];
  return [...sort.map(({ key }) => row[key]).map((value) => (value instanceof Date ? value.toISOString() : value)), row.id];
};
