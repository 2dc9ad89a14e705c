import { SharedReads } from '@cds/postgres';
import { Injectable } from '@nestjs/common';
import type { PageRow } from './page-row.js';
import { estimateSql, gatherPageSql } from './gather-page.sql.js';
import { maxGathered } from './max-gathered.js';
import { keyOf, PageReads } from './page-reads.js';
import type { PageRequest, PageShape } from './page-request.js';
import type { CatchPage, PageStrategy } from './page-strategy.js';
import { READ_MANY } from './planner-settings.js';

type GatheredRow = PageRow & { found: number };
interface Plan {
  'QUERY PLAN': [{ Plan: { 'Plan Rows': number } }];
}

/**
 * One statement that finds all matches by the indexes of the filters, sorts them and counts them. It gives up when it
 * finds more than `maxGathered`.
 */
@Injectable()
export class GatherPage implements PageStrategy {
  readonly shapes: readonly PageShape[] = ['search', 'multi-key search'];
  private readonly gathered = new SharedReads<readonly GatheredRow[]>();

  constructor(private readonly reads: PageReads) {}

  /**
   * All that match: what an earlier page counted, else the planner's estimate. That is near for a frequent word or
   * area, of which there are statistics, and decides only what is tried first.
   */
  async cost({ filter, place }: PageRequest): Promise<number> {
    if (place.total !== undefined) return place.total;
    const [row] = await this.reads.bounded<Plan>(estimateSql(filter));
    return row?.['QUERY PLAN'][0].Plan['Plan Rows'] ?? 0;
  }

  async read(request: PageRequest): Promise<CatchPage | undefined> {
    const max = maxGathered(request);
    const { rows, found } = await this.gather(request, max);
    return found > max ? undefined : { rows, total: request.place.total ?? found };
  }

  /** The rows of the page among all that match, however many they are. */
  async readAll(request: PageRequest): Promise<readonly PageRow[]> {
    return (await this.gather(request, Infinity)).rows;
  }

  private async gather({ filter, place, signal }: PageRequest, max: number) {
    const sql = gatherPageSql(filter, place, max);
    const load = (ending: AbortSignal) =>
      this.reads.heavyWith<GatheredRow>({ viewer: filter.viewer, signal: ending }, sql, READ_MANY);
    const rows = await this.gathered.read(keyOf(sql), load, signal);
    // Where the page is empty there is one row, which has only how many were found.
    return { rows: rows[0]?.id === null ? [] : rows, found: rows[0]?.found ?? 0 };
  }
}
