import { POOL } from '@cds/postgres';
import { Inject, Injectable } from '@nestjs/common';
import type pg from 'pg';
import type { CatchView } from '../catch-view.js';
import { CatchViews, type NamedCatchRow } from '../catch-views.js';
import type { CatchFilter } from './catch-filter.js';
import { CatchFilters } from './catch-filters.js';
import { type CatchFilterQuery, listCatchesQuery } from './catch-list.schemas.js';
import { type IdRange, walkSql } from './catch-walk.sql.js';
import { totalSql } from './page/catch-total.sql.js';

export interface WalkedCatches {
  /** The matches, by id. */
  readonly catches: readonly CatchView[];
  /** Anglers of whom these catches may say something since they were theirs before. */
  readonly formerAnglerIds: readonly string[];
  /** How many rows were looked at; 0 at the end. */
  readonly walked: number;
  readonly lastId: string;
}

type WalkedRow = NamedCatchRow & { walked: number; last_id: string; said_of: readonly string[] | null };

/** Goes through all catches by id, that is by the time at which they were logged, in steps. */
@Injectable()
export class CatchWalkQuery {
  constructor(
    @Inject(POOL) private readonly pool: pg.Pool,
    private readonly filters: CatchFilters,
    private readonly views: CatchViews,
  ) {}

  /** What the filter means now to the account. Fails with `request.invalid` for a species that nobody knows. */
  filterOf(query: CatchFilterQuery, viewer: string): Promise<CatchFilter> {
    return this.filters.of({ ...listCatchesQuery.parse({}), ...query }, viewer);
  }

  /** How many catches there are in all. */
  async total(viewer: string): Promise<number> {
    const { rows } = await this.pool.query<{ total: number }>(totalSql(await this.filterOf({}, viewer)));
    return rows[0]?.total ?? 0;
  }

  /** The matches among the first `window` rows of a range, as the account sees them. */
  async next(filter: CatchFilter, range: IdRange, viewer: string, window: number): Promise<WalkedCatches> {
    const { rows } = await this.pool.query<WalkedRow>(walkSql(filter, range, window));
    const [first] = rows;
    if (!first || first.walked === 0) return { catches: [], formerAnglerIds: [], walked: 0, lastId: range.afterId };
    // Where nothing matches there is one row, which has only these two figures.
    const fitting = first.id === null ? [] : rows;
    return {
      catches: await this.views.ofRows(fitting, viewer),
      formerAnglerIds: fitting.flatMap(({ angler_id: id, said_of: of }) => (of ?? []).filter((other) => other !== id)),
      walked: first.walked,
      lastId: first.last_id,
    };
  }
}
