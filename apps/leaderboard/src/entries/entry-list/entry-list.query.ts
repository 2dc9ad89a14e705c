import { type Order, pastPlace, POOL, SqlValues, type SortValue } from '@cds/postgres';
import { cursorEnvelope, type CursorEnvelope, Cursors, listScope, placeInList } from '@cds/listing';
import { Inject, Injectable } from '@nestjs/common';
import type pg from 'pg';
import { boardNotFound, refuseMalformed } from '../../boards/board.errors.js';
import type { ListEntriesQuery } from './entry-list.schemas.js';
import { type EntryRow, entryView, type EntryView } from './entry-view.js';

interface Counted {
  entry_count: number;
}

/** The only row of a page without entries. */
type EmptyRow = { [K in keyof EntryRow]: null };

@Injectable()
export class EntryListQuery {
  constructor(
    @Inject(POOL) private readonly pool: pg.Pool,
    private readonly cursors: Cursors,
  ) {}

  /**
   * A page of a board by rank; `total` counts from `from_rank` on. A cursor holds the rank that it continues after, so
   * the ranks of consecutive pages are consecutive even while entries move. Fails with `leaderboard.not_found`.
   */
  async execute(boardId: string, query: ListEntriesQuery): Promise<CursorEnvelope<EntryView>> {
    refuseMalformed(boardId);
    const skipped = query.from_rank - 1;
    const scope = listScope(`leaderboards/${boardId}/entries`, null, query);
    const place = placeInList(this.cursors, scope, query);
    const [lastRank, ...after] = place.after ?? [skipped + place.offset];
    const before = Number(lastRank);
    const { rows } = await this.pool.query<Counted & (EntryRow | EmptyRow)>(
      pageSql(boardId, query.period, place.limit, place.after ? { after } : { offset: before }),
    );
    const [first] = rows;
    if (!first) throw boardNotFound(boardId);
    const entries = rows.flatMap((row, index) => (row.angler_id === null ? [] : [entryView(row, before + index + 1)]));
    const total = place.total ?? Math.max(first.entry_count - skipped, 0);
    return cursorEnvelope(entries, query, total, (last) =>
      this.cursors.issue(scope, { after: [last.rank, last.score, last.achieved_at, last.angler.id], total }),
    );
  }
}

/** The columns of `entries_rank_idx`. */
const ORDER: Order = [
  { column: 'entries.score', descending: true },
  { column: 'entries.achieved_at', descending: false },
  { column: 'entries.angler_id', descending: false },
];

const pageSql = (
  boardId: string,
  period: string,
  limit: number,
  from: { after: SortValue[] } | { offset: number },
): pg.QueryConfig => {
  const values = new SqlValues();
  const [board, ofPeriod, most] = [values.add(boardId), values.add(period), values.add(limit)];
  if ('after' in from)
    return {
      name: 'list-entries-after',
      text: page(board, ofPeriod, pastPlace(ORDER, from.after, values), most),
      values: values.values,
    };
  const offset = values.add(from.offset);
  // Reads no entries at all when the page is beyond the last one.
  return {
    name: 'list-entries',
    text: page(board, ofPeriod, `standings.entry_count > ${offset}::bigint`, `${most} OFFSET ${offset}::bigint`),
    values: values.values,
  };
};

// One statement, so that the count and the entries come from the same snapshot.
const page = (board: string, period: string, term: string, window: string): string => `
  SELECT standings.entry_count, page.angler_id, page.angler_name, page.score, page.catch_id, page.achieved_at,
    page.previous_rank
  FROM standings LEFT JOIN LATERAL (
    SELECT entry.angler_id, anglers.name AS angler_name, entry.score::float8 AS score, entry.catch_id,
    entry.achieved_at, entry.previous_rank
    FROM (
      SELECT angler_id, score, catch_id, achieved_at, previous_rank FROM entries
      WHERE entries.board_id = standings.board_id AND entries.period = standings.period
        AND ${term}
      ORDER BY entries.score DESC, entries.achieved_at, entries.angler_id LIMIT ${window}
    ) entry JOIN anglers ON anglers.id = entry.angler_id
  ) page ON true
  WHERE standings.board_id = ${board} AND standings.period = ${period}
  ORDER BY page.score DESC, page.achieved_at, page.angler_id`;
