import { SharedReads } from '@cds/postgres';
import { Injectable } from '@nestjs/common';
import { isTotalKept } from './catch-total.sql.js';
import type { PageRow } from './page-row.js';
import { namedIndexPageSql } from './index-page.sql.js';
import { keyOf, PageReads } from './page-reads.js';
import type { PageRequest, PageShape } from './page-request.js';
import type { CatchPage, PageStrategy } from './page-strategy.js';
import { PageTotals } from './page-totals.js';

/**
 * One statement in the order of the list. The planner knows how many rows the filters let through, and chooses between
 * the index of the sort key and those of the filters.
 */
@Injectable()
export class IndexPage implements PageStrategy {
  readonly shapes: readonly PageShape[] = ['list'];
  private readonly pages = new SharedReads<readonly PageRow[]>();

  constructor(
    private readonly reads: PageReads,
    private readonly totals: PageTotals,
  ) {}

  /** More where filters let few rows of the index through. */
  cost({ place: { offset, limit } }: PageRequest): number {
    return offset + limit;
  }

  async read(request: PageRequest): Promise<CatchPage> {
    const [rows, total] = await Promise.all([this.rows(request), this.totals.of(request)]);
    return { rows, total };
  }

  private rows({ filter, place, signal }: PageRequest): Promise<readonly PageRow[]> {
    const sql = namedIndexPageSql(filter, place);
    const load = (ending: AbortSignal) =>
      isTotalKept(filter)
        ? this.reads.bounded<PageRow>(sql)
        : this.reads.filtered(
            { viewer: filter.viewer, signal: ending },
            async (client) => (await client.query<PageRow>(sql)).rows,
          );
    return this.pages.read(keyOf(sql), load, signal);
  }
}
