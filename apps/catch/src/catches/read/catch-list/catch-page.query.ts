import { HeavyReads, type PlaceInList, POOL, prepared, READ_POOL, SharedReads, type Sql } from '@cds/postgres';
import { Inject, Injectable } from '@nestjs/common';
import type pg from 'pg';
import { isInestimable } from './catch-filter.sql.js';
import type { CatchFilter } from './catch-filter.js';
import { deltaPageSql, estimateSql, gatherSql, pageSql, windowSql } from './catch-list.sql.js';
import { dividedTotalSql, isMostlyKept, isTotalKept, totalSql } from './catch-total.sql.js';
import { MultiKeyPage } from './multi-key-page.query.js';
import type { PageRow } from './page-row.js';

/** So many are found and sorted for a page sooner than a page is found among all. */
const FEW = 5_000;
/**
 * So many are found and sorted in one go where they are to be counted anyway, sooner than counted once and looked for
 * once more.
 */
const COUNTED = 50_000;
/** In so many rows a page of what is not rare is found. */
const WINDOW = 20_000;
/**
 * For statements that count many rows. With less memory the hits of a frequent word are not kept one by one, and whole
 * pages of the table are searched again. Parallel workers cost more than they save at a million rows, and take the
 * processors from other requests.
 */
const COUNT_MANY = "SET LOCAL work_mem = '64MB'; SET LOCAL max_parallel_workers_per_gather = 0";
/**
 * Where no part reads an index alone: by a plain index scan, which the planner takes for few, a page is read once for
 * each of its rows.
 */
const READ_MANY = `${COUNT_MANY}; SET LOCAL enable_indexscan = off`;

/** Fewer at once than `READ_POOL` has connections by default. */
const FILTERED_PAGES = { maxAtOnce: 3, maxWaiting: 200, maxWaitMs: 3_000 };

export interface CatchPage {
  readonly rows: readonly PageRow[];
  /** Undefined where nobody asks. */
  readonly total: number | undefined;
}

/**
 * Reads the rows of a page and the exact number of all. What fits a search or an area is gathered first, up to a
 * number, as the planner cannot tell how many there are: they are sorted and counted in one go. Of more, or where it
 * does tell of more, a page is looked for in the list's order, and they are counted meanwhile.
 */
@Injectable()
export class CatchPageQuery {
  private readonly pages = new SharedReads<readonly PageRow[]>();
  private readonly gathered = new SharedReads<readonly GatheredRow[]>();
  private readonly totals = new SharedReads<number | undefined>();

  /** A page by filters may look at many rows before it is full: no account takes every connection with such pages. */
  private readonly filteredPages: HeavyReads;

  constructor(
    @Inject(READ_POOL) private readonly pool: pg.Pool,
    @Inject(POOL) cancelPool: pg.Pool,
    private readonly heavyReads: HeavyReads,
  ) {
    this.filteredPages = new HeavyReads(pool, cancelPool, FILTERED_PAGES);
  }

  /** Statements that nobody waits for any more are cancelled when `signal` aborts. */
  async execute(filter: CatchFilter, place: PlaceInList, signal?: AbortSignal): Promise<CatchPage> {
    if (filter.query.include_deleted || !isInestimable(filter)) return this.estimable(filter, place, signal);
    const most = mostGathered(filter, place);
    if (most < Infinity && (place.total ?? (await this.estimate(filter))) > most)
      return this.many(filter, place, signal);
    const { rows, found } = await this.gather(filter, place, most, signal);
    return found > most ? this.many(filter, place, signal) : { rows, total: place.total ?? found };
  }

  /** The page, and how many fit, counted up to one more than `most`. */
  private async gather(
    filter: CatchFilter,
    place: PlaceInList,
    most: number,
    signal: AbortSignal | undefined,
  ): Promise<{ rows: readonly PageRow[]; found: number }> {
    const sql = gatherSql(filter, place, most);
    const load = async (ending: AbortSignal) => (await this.readMany<GatheredRow>(filter, sql, READ_MANY, ending)).rows;
    const rows = await this.gathered.read(keyOf(sql), load, signal);
    // Where the page is empty there is one row, which holds only how many were found.
    return { rows: rows[0]?.id === null ? [] : rows, found: rows[0]?.found ?? 0 };
  }

  /**
   * How many the planner takes to fit: near for a frequent word or area, of which there are statistics; it decides what
   * is tried first alone.
   */
  private async estimate(filter: CatchFilter): Promise<number> {
    const { rows } = await this.pool.query<{ 'QUERY PLAN': [{ Plan: { 'Plan Rows': number } }] }>(estimateSql(filter));
    return rows[0]?.['QUERY PLAN'][0].Plan['Plan Rows'] ?? 0;
  }

  private async estimable(filter: CatchFilter, place: PlaceInList, signal?: AbortSignal): Promise<CatchPage> {
    const [rows, total] = await Promise.all([
      isTied(filter) ? this.tied(filter, place, signal) : this.rows(filter, page(filter, place), signal),
      this.total(filter, place, signal),
    ]);
    return { rows, total };
  }

  private async many(filter: CatchFilter, place: PlaceInList, signal?: AbortSignal): Promise<CatchPage> {
    const [{ rows }, total] = await Promise.all([
      this.heavyReads.run(filter.viewer, (client) => client.query<PageRow>(windowSql(filter, place, WINDOW)), signal),
      this.total(filter, place, signal),
    ]);
    if (rows.length === place.limit) return { rows, total };
    return { rows: (await this.gather(filter, place, Infinity, signal)).rows, total };
  }

  /** What the first page counted, on the way from there; undefined where nobody asks. */
  private async total(filter: CatchFilter, place: PlaceInList, signal?: AbortSignal): Promise<number | undefined> {
    if (place.total !== undefined || !filter.query.total) return place.total;
    const divided = dividedTotalSql(filter);
    const sql = divided ?? totalSql(filter);
    const read = (ending: AbortSignal) =>
      isTotalKept(filter)
        ? this.pool.query<TotalRow>(prepared(sql))
        : this.count(filter, sql, divided ? COUNT_MANY : READ_MANY, ending);
    return this.totals.read(keyOf(sql), async (ending) => (await read(ending)).rows[0]?.total, signal);
  }

  private count(
    filter: CatchFilter,
    sql: Sql,
    settings: string,
    signal: AbortSignal,
  ): Promise<pg.QueryResult<TotalRow>> {
    if (isInestimable(filter)) return this.readMany<TotalRow>(filter, sql, settings, signal);
    return this.heavyReads.run(filter.viewer, (client) => client.query<TotalRow>(sql), signal);
  }

  private rows(filter: CatchFilter, sql: pg.QueryConfig, signal?: AbortSignal): Promise<readonly PageRow[]> {
    const load = async (ending: AbortSignal) => {
      const { rows } = isTotalKept(filter)
        ? await this.pool.query<PageRow>(sql)
        : await this.filteredPages.run(filter.viewer, (client) => client.query<PageRow>(sql), ending);
      return rows;
    };
    return this.pages.read(keyOf(sql), load, signal);
  }

  private tied(filter: CatchFilter, place: PlaceInList, signal?: AbortSignal): Promise<readonly PageRow[]> {
    const read = async (client: pg.PoolClient) => {
      await client.query('BEGIN ISOLATION LEVEL REPEATABLE READ READ ONLY');
      const rows = await new MultiKeyPage(client, filter).read(place);
      await client.query('COMMIT');
      return rows;
    };
    const load = (ending: AbortSignal) => this.filteredPages.run(filter.viewer, read, ending);
    return this.pages.read(keyOf(pageSql(filter, place)), load, signal);
  }

  private readMany<Row extends pg.QueryResultRow>(
    { viewer }: CatchFilter,
    sql: Sql,
    settings: string,
    signal: AbortSignal,
  ): Promise<pg.QueryResult<Row>> {
    return this.heavyReads.run(
      viewer,
      async (client) => {
        await client.query(`BEGIN READ ONLY; ${settings}`);
        const found = await client.query<Row>(sql);
        await client.query('COMMIT');
        return found;
      },
      signal,
    );
  }
}

type GatheredRow = PageRow & { found: number };
interface TotalRow {
  total: number;
}

/**
 * No index has an order of several keys, to look for a page in: then all are gathered. What is kept need not be
 * counted.
 */
const mostGathered = (filter: CatchFilter, { total }: PlaceInList): number => {
  if (isTied(filter)) return Infinity;
  const isCounted = total === undefined && filter.query.total && !isMostlyKept(filter);
  return isCounted ? COUNTED : FEW;
};

const isTied = ({ query: { sort } }: CatchFilter): boolean => sort.length > 1;

const keyOf = ({ text, values }: pg.QueryConfig): string => JSON.stringify([text, values]);

const page = (filter: CatchFilter, place: PlaceInList): Sql => {
  if (filter.query.include_deleted) return deltaPageSql(filter, place);
  const sql = pageSql(filter, place);
  return isPlain(filter, place) ? prepared(sql) : sql;
};

/** Lengths of pages that clients commonly ask for. A limit stands in the text, so each is a statement of its own. */
const COMMON_LENGTHS: ReadonlySet<number> = new Set([10, 20, 25, 50, 100]);

/**
 * Pages with one plan whatever the values are, few in shape and requested all the time: each connection plans them
 * once. The texts are a closed list: sort keys in both directions, times common lengths, with one species or without.
 */
const isPlain = ({ query, speciesIds = [] }: CatchFilter, { offset, after }: PlaceInList): boolean => {
  const {
    sort,
    page: _page,
    per_page: perPage,
    total: _total,
    units: _units,
    fields: _fields,
    expand: _expand,
    species: _species,
    ...filters
  } = query;
  const isUnfiltered = Object.values(filters).every((value) => value === undefined);
  return (
    isUnfiltered &&
    COMMON_LENGTHS.has(perPage) &&
    sort.length === 1 &&
    offset === 0 &&
    after === undefined &&
    (speciesIds.length === 0 || (speciesIds.length === 1 && sort[0]?.key === 'created_at'))
  );
};
