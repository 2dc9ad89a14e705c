import { Injectable } from '@nestjs/common';
import type { PageRow } from './page-row.js';
import { GatherPage } from './gather-page.strategy.js';
import { maxGathered } from './max-gathered.js';
import { PageReads } from './page-reads.js';
import type { PageRequest, PageShape } from './page-request.js';
import type { CatchPage, PageStrategy } from './page-strategy.js';
import { PageTotals } from './page-totals.js';
import { windowPageSql } from './window-page.sql.js';

/** In so many rows of the list a page of what is not rare is found. */
const WINDOW = 20_000;

type WindowRow = PageRow & { is_beyond: boolean };

/**
 * Looks at the first rows in the order of the list, one by one, and counts the matches at the same time. Where these
 * rows hold less than a page, all matches are gathered after all: they were more than `maxGathered`, but are rare in
 * this part of the list. So they are where catches without the sort key fill the page before all that have it were
 * looked at.
 */
@Injectable()
export class WindowPage implements PageStrategy {
  readonly shapes: readonly PageShape[] = ['search'];

  constructor(
    private readonly reads: PageReads,
    private readonly totals: PageTotals,
    private readonly gather: GatherPage,
  ) {}

  /** The same whatever matches: as much as to gather so many rows. */
  cost(request: PageRequest): number {
    return maxGathered(request);
  }

  async read(request: PageRequest): Promise<CatchPage> {
    const { filter, place, signal } = request;
    const [rows, total] = await Promise.all([
      this.reads.heavy<WindowRow>({ viewer: filter.viewer, signal }, windowPageSql(filter, place, WINDOW)),
      this.totals.of(request),
    ]);
    const isWhole = rows.length === place.limit && !rows.some((row) => row.is_beyond);
    return { rows: isWhole ? rows : await this.gather.readAll(request), total };
  }
}
