import type { Queryable } from '@cds/postgres';
import { Clock } from '@cds/service-kit';
import { Injectable } from '@nestjs/common';
import type { BoardRow } from './board-row.js';
import { boardTag, boardView, type BoardView } from './board-view.js';
import { PERIOD_KINDS } from './board.js';
import { currentPeriod } from './period.js';

export interface TaggedView {
  readonly view: BoardView;
  readonly tag: string;
}

/** Answers boards with the number of entries of their current periods. */
@Injectable()
export class BoardViews {
  constructor(private readonly clock: Clock) {}

  async of(db: Queryable, rows: readonly BoardRow[]): Promise<BoardView[]> {
    const now = this.clock.now();
    const counted = await db.query<{ board_id: string; entry_count: number }>({
      name: 'count-entries-of-boards',
      text: COUNTS,
      values: [rows.map(({ id }) => id), PERIOD_KINDS, PERIOD_KINDS.map((kind) => currentPeriod(kind, now).id)],
    });
    const counts = new Map(counted.rows.map((row) => [row.board_id, row.entry_count]));
    return rows.map((row) => boardView(row, counts.get(row.id) ?? 0, now));
  }

  async tagged(db: Queryable, row: BoardRow): Promise<TaggedView> {
    const [view] = await this.of(db, [row]);
    if (!view) throw new Error('a view is made of each row');
    return { view, tag: boardTag(row, view) };
  }
}

/** A board whose rule is being changed shows the entries of the rule before, which may have had other periods. */
const COUNTS = `
  SELECT serving.board_id, current.entry_count FROM board_rankings AS serving
  JOIN rankings AS ranking ON ranking.id = serving.ranking_id
  JOIN unnest($2::text[], $3::text[]) AS today (kind, period) ON today.kind = ranking.period
  JOIN ranking_periods AS current ON current.ranking_id = ranking.id AND current.period = today.period
  WHERE serving.board_id = ANY($1) AND serving.served_until IS NULL`;
