import { SharedReads } from '@cds/postgres';
import { Injectable } from '@nestjs/common';
import type pg from 'pg';
import type { PageRow } from './page-row.js';
import { indexPageSql } from './index-page.sql.js';
import { MultiKeyRows } from './multi-key-rows.js';
import { keyOf, PageReads } from './page-reads.js';
import type { PageRequest, PageShape } from './page-request.js';
import type { CatchPage, PageStrategy } from './page-strategy.js';
import { PageTotals } from './page-totals.js';

/** Reads a page in an order of several keys by one key at a time, in one snapshot. See ADR 31. */
@Injectable()
export class MultiKeyPage implements PageStrategy {
  readonly shapes: readonly PageShape[] = ['multi-key list'];
  private readonly pages = new SharedReads<readonly PageRow[]>();

  constructor(
    private readonly reads: PageReads,
    private readonly totals: PageTotals,
  ) {}

  /** As many rows for each key at most, where ties are few or many. */
  cost({ filter, place: { offset, limit } }: PageRequest): number {
    return filter.query.sort.length * (offset + limit);
  }

  async read(request: PageRequest): Promise<CatchPage> {
    const [rows, total] = await Promise.all([this.rows(request), this.totals.of(request)]);
    return { rows, total };
  }

  private rows({ filter, place, signal }: PageRequest): Promise<readonly PageRow[]> {
    const readRows = async (client: pg.PoolClient) => {
      await client.query('BEGIN ISOLATION LEVEL REPEATABLE READ READ ONLY');
      const rows = await new MultiKeyRows(client, filter).read(place);
      await client.query('COMMIT');
      return rows;
    };
    const load = (ending: AbortSignal) => this.reads.filtered({ viewer: filter.viewer, signal: ending }, readRows);
    // The pages are equal whose single statement would be equal.
    return this.pages.read(keyOf(indexPageSql(filter, place)), load, signal);
  }
}
