import { POOL } from '@cds/postgres';
import { Inject, Injectable } from '@nestjs/common';
import type pg from 'pg';
import type { CatchView } from '../catch-view.js';
import { CatchViews, type NamedCatchRow } from '../catch-views.js';
import type { CatchFilter } from './catch-filter.js';
import { CatchFilters } from './catch-filters.js';
import { type CatchFilterQuery, listCatchesQuery } from './catch-list.schemas.js';
import { walkSql } from './catch-walk.sql.js';
import { totalSql } from './page/catch-total.sql.js';

/** How many rows are looked at in one statement: few enough that neither the database nor requests wait long for it. */
const WINDOW = 1_000;

export interface WalkedCatches {
  /** Those that fit, by id. */
  readonly catches: readonly CatchView[];
  /** How many were looked at; 0 at the end. */
  readonly walked: number;
  readonly lastId: string;
}

type WalkedRow = NamedCatchRow & { walked: number; last_id: string };

/** Goes through all catches by id, which is by the time they were logged, in steps of even cost. */
@Injectable()
export class CatchWalkQuery {
  constructor(
    @Inject(POOL) private readonly pool: pg.Pool,
    private readonly filters: CatchFilters,
    private readonly views: CatchViews,
  ) {}

  /** What the filter means now, to the account that asks. An unknown species is a bad parameter. */
  filterOf(query: CatchFilterQuery, viewer: string): Promise<CatchFilter> {
    return this.filters.of({ ...listCatchesQuery.parse({}), ...query }, viewer);
  }

  /** How many catches there are in all, whoever asks. */
  async total(viewer: string): Promise<number> {
    const { rows } = await this.pool.query<{ total: number }>(totalSql(await this.filterOf({}, viewer)));
    return rows[0]?.total ?? 0;
  }

  /** The catches behind an id that fit, as the account sees them. */
  async next(filter: CatchFilter, afterId: string, viewer: string): Promise<WalkedCatches> {
    const { rows } = await this.pool.query<WalkedRow>(walkSql(filter, afterId, WINDOW));
    const [first] = rows;
    if (!first || first.walked === 0) return { catches: [], walked: 0, lastId: afterId };
    // Where none fits there is one row, which shows only this.
    const fitting = first.id === null ? [] : rows;
    return { catches: await this.views.ofRows(fitting, viewer), walked: first.walked, lastId: first.last_id };
  }
}
