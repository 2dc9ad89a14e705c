import { SharedReads } from '@cds/postgres';
import { Injectable } from '@nestjs/common';
import { isTotalKept } from './catch-total.sql.js';
import { type CountedRow, namedIndexPageSql } from './index-page.sql.js';
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
  private readonly pages = new SharedReads<readonly CountedRow[]>();

  constructor(
    private readonly reads: PageReads,
    private readonly totals: PageTotals,
  ) {}

  /** More where filters let few rows of the index through. */
  cost({ place: { offset, limit } }: PageRequest): number {
    return offset + limit;
  }

  async read(request: PageRequest): Promise<CatchPage> {
    if (isTotalKept(request.filter)) return this.counted(request);
    const [rows, total] = await Promise.all([this.rows(request), this.totals.of(request)]);
    return { rows, total };
  }

  /** Rows and total by one statement: a second one would cost as much again as either. */
  private async counted(request: PageRequest): Promise<CatchPage> {
    const isWanted = request.place.total === undefined && request.filter.query.total;
    const rows = await this.rows(request, isWanted);
    // A page without rows does not show the total either.
    return { rows, total: rows[0]?.list_total ?? (await this.totals.of(request)) };
  }

  private rows({ filter, place, signal }: PageRequest, hasTotal = false): Promise<readonly CountedRow[]> {
    const sql = namedIndexPageSql(filter, place, hasTotal);
    const load = (ending: AbortSignal) =>
      isTotalKept(filter)
        ? this.reads.bounded<CountedRow>(sql)
        : this.reads.filtered(
            { viewer: filter.viewer, signal: ending },
            async (client) => (await client.query<CountedRow>(sql)).rows,
          );
    return this.pages.read(keyOf(sql), load, signal);
  }
}
