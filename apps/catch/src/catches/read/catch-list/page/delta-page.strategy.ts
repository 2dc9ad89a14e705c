import { SharedReads } from '@cds/postgres';
import { Injectable } from '@nestjs/common';
import type { PageRow } from './page-row.js';
import { deltaPageSql } from './delta-page.sql.js';
import { keyOf, PageReads } from './page-reads.js';
import type { PageRequest, PageShape } from './page-request.js';
import type { CatchPage, PageStrategy } from './page-strategy.js';
import { PageTotals } from './page-totals.js';

/** Catches and tombstones by the time of their last change: the first ones of both tables are merged. */
@Injectable()
export class DeltaPage implements PageStrategy {
  readonly shapes: readonly PageShape[] = ['delta'];
  private readonly pages = new SharedReads<readonly PageRow[]>();

  constructor(
    private readonly reads: PageReads,
    private readonly totals: PageTotals,
  ) {}

  /** As many rows of each of the two tables. */
  cost({ place: { offset, limit } }: PageRequest): number {
    return 2 * (offset + limit);
  }

  async read(request: PageRequest): Promise<CatchPage> {
    const [rows, total] = await Promise.all([this.rows(request), this.totals.of(request)]);
    return { rows, total };
  }

  private rows({ filter, place, signal }: PageRequest): Promise<readonly PageRow[]> {
    const sql = deltaPageSql(filter, place);
    const load = (ending: AbortSignal) =>
      this.reads.filtered(
        { viewer: filter.viewer, signal: ending },
        async (client) => (await client.query<PageRow>(sql)).rows,
      );
    return this.pages.read(keyOf(sql), load, signal);
  }
}
