import type { Queryable } from '@cds/postgres';
import { Injectable } from '@nestjs/common';
import { keyColumns } from './score-row.js';
import { type BoardPeriodKey, boardPeriodId } from './board-period.js';

/** What a batch adds to a board period: entries (a negative number when more leave than enter) and events. */
export interface BoardPeriodGrowth extends BoardPeriodKey {
  readonly entries: number;
  readonly events: number;
}

@Injectable()
export class BoardPeriods {
  /**
   * Locks board periods until the transaction ends, in the order of their ids, and returns the version of each by
   * `boardPeriodId`. A board period that was deleted is missing. Only the holder of the lock moves entries, so ranks
   * stay the same until it commits.
   */
  async lock(db: Queryable, keys: readonly BoardPeriodKey[]): Promise<ReadonlyMap<string, number>> {
    const { rows } = await db.query<{ board_id: string; period: string; version: number }>({
      name: 'lock-board-periods',
      text: LOCK,
      values: keyColumns(keys),
    });
    return new Map(rows.map((row) => [boardPeriodId({ boardId: row.board_id, period: row.period }), row.version]));
  }

  async grow(db: Queryable, growths: readonly BoardPeriodGrowth[]): Promise<void> {
    const values = [...keyColumns(growths), growths.map((one) => one.entries), growths.map((one) => one.events)];
    await db.query({ name: 'grow-board-periods', text: GROW, values });
  }

  /**
   * Counts the entries, corrects the stored count if it is wrong, and returns the number of entries. Takes no lock
   * while it counts: entries and stored count always change together, so their difference is the same at any moment.
   */
  async recount(db: Queryable, { boardId, period }: BoardPeriodKey): Promise<number> {
    const { rows } = await db.query<{ entries: number; error: number }>(COUNT, [boardId, period]);
    const [counted = { entries: 0, error: 0 }] = rows;
    if (counted.error !== 0) await db.query(CORRECT_COUNT, [boardId, period, counted.error]);
    return counted.entries;
  }
}

const LOCK = `
  SELECT board_id, period, version FROM standings
  WHERE (board_id, period) IN (SELECT * FROM unnest($1::text[], $2::text[]))
  ORDER BY board_id, period FOR UPDATE`;

const COUNT = `
  SELECT counted.entries, counted.entries - standings.entry_count AS error
  FROM standings CROSS JOIN (
    SELECT count(*)::int AS entries FROM entries WHERE board_id = $1 AND period = $2
  ) counted
  WHERE standings.board_id = $1 AND standings.period = $2`;

const CORRECT_COUNT = 'UPDATE standings SET entry_count = entry_count + $3 WHERE board_id = $1 AND period = $2';

const GROW = `
  UPDATE standings SET entry_count = entry_count + growth.entries, version = version + growth.events
  FROM unnest($1::text[], $2::text[], $3::int[], $4::int[]) AS growth (board_id, period, entries, events)
  WHERE standings.board_id = growth.board_id AND standings.period = growth.period`;
