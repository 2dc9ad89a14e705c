import { prepared, SharedReads, type Sql } from '@cds/postgres';
import { Injectable } from '@nestjs/common';
import type { CatchFilter } from '../catch-filter.js';
import { isInestimable } from '../catch-filter.sql.js';
import { dividedTotalSql, isTotalKept, totalSql } from './catch-total.sql.js';
import { keyOf, PageReads } from './page-reads.js';
import type { PageRequest } from './page-request.js';
import { COUNT_MANY, READ_MANY } from './planner-settings.js';

interface TotalRow {
  total: number;
}

/** The exact number of catches that match a filter, for strategies that do not count them on the way. */
@Injectable()
export class PageTotals {
  private readonly totals = new SharedReads<number | undefined>();

  constructor(private readonly reads: PageReads) {}

  /** What the cursor carries from the first page, or a new count. Undefined where the request wants no total. */
  async of({ filter, place, signal }: PageRequest): Promise<number | undefined> {
    if (place.total !== undefined || !filter.query.total) return place.total;
    const divided = dividedTotalSql(filter);
    const sql = divided ?? totalSql(filter);
    const settings = divided ? COUNT_MANY : READ_MANY;
    const load = async (ending: AbortSignal) => (await this.count(filter, sql, settings, ending))[0]?.total;
    return this.totals.read(keyOf(sql), load, signal);
  }

  private count(filter: CatchFilter, sql: Sql, settings: string, signal: AbortSignal): Promise<TotalRow[]> {
    if (isTotalKept(filter)) return this.reads.bounded<TotalRow>(prepared(sql));
    const reader = { viewer: filter.viewer, signal };
    if (isInestimable(filter)) return this.reads.heavyWith<TotalRow>(reader, sql, settings);
    return this.reads.heavy<TotalRow>(reader, sql);
  }
}
