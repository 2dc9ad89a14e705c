import { type ListEnvelope, listEnvelope, POOL } from '@cds/service-kit';
import { Inject, Injectable } from '@nestjs/common';
import type pg from 'pg';
import { z } from 'zod';
import { boardNotFound, refuseMalformed } from '../../boards/board.errors.js';
import type { ListEntriesQuery } from './entry-list.schemas.js';

/** An entry as the API shows it. */
export const entrySchema = z
  .strictObject({
    rank: z.int().min(1),
    angler: z.strictObject({ id: z.string(), name: z.string() }),
    score: z.number().meta({ description: 'In the metric’s unit: pounds for `heaviest`.' }),
    catch_id: z.string(),
    achieved_at: z.iso.datetime({ precision: 3 }),
    previous_rank: z.int().min(1).nullable().meta({ description: 'Before the angler’s last move; null for newcomers.' }),
  })
  .meta({ id: 'LeaderboardEntry' });
export type EntryView = z.infer<typeof entrySchema>;

interface EntryRow {
  entry_count: number;
  angler_id: string;
  angler_name: string;
  score: number;
  catch_id: string;
  achieved_at: Date;
  previous_rank: number | null;
}

/** The one row of a page without entries. */
type EmptyRow = { [K in keyof EntryRow]: K extends 'entry_count' ? number : null };

@Injectable()
export class EntryListQuery {
  constructor(@Inject(POOL) private readonly pool: pg.Pool) {}

  /** A page of a board by rank; `total` counts from `from_rank` on. Fails with `leaderboard.not_found`. */
  async execute(boardId: string, { period, from_rank: fromRank, page, per_page: perPage }: ListEntriesQuery): Promise<ListEnvelope<EntryView>> {
    refuseMalformed(boardId);
    const offset = fromRank - 1 + (page - 1) * perPage;
    const { rows } = await this.pool.query<EntryRow | EmptyRow>({ name: 'list-entries', text: PAGE, values: [boardId, period, perPage, offset] });
    const [first] = rows;
    if (!first) throw boardNotFound(boardId);
    const data = rows.flatMap((row, index) => (row.angler_id === null ? [] : [entryView(row, offset + index + 1)]));
    return listEnvelope(data, { total: Math.max(first.entry_count - (fromRank - 1), 0), page, perPage });
  }
}

const entryView = (row: EntryRow, rank: number): EntryView => ({
  rank,
  angler: { id: row.angler_id, name: row.angler_name },
  score: row.score,
  catch_id: row.catch_id,
  achieved_at: row.achieved_at.toISOString(),
  previous_rank: row.previous_rank,
});

// One statement, so that count and entries are of the same moment. Beyond the last entry it reads none.
const PAGE = `
  SELECT standing.entry_count, page.* FROM standings standing LEFT JOIN LATERAL (
    SELECT entry.angler_id, angler.name AS angler_name, entry.score::float8 AS score, entry.catch_id, entry.achieved_at, entry.previous_rank
    FROM (
      SELECT * FROM entries
      WHERE entries.board_id = standing.board_id AND entries.period = standing.period AND standing.entry_count > $4::bigint
      ORDER BY entries.score DESC, entries.achieved_at, entries.angler_id LIMIT $3 OFFSET $4::bigint
    ) entry JOIN anglers angler ON angler.id = entry.angler_id
  ) page ON true
  WHERE standing.board_id = $1 AND standing.period = $2
  ORDER BY page.score DESC, page.achieved_at, page.angler_id`;
