import type pg from 'pg';
import { ADD_ANGLERS, ADD_ENTRIES, BOARD, COUNT_RANKS, PERIOD, RANK_INDEX } from './entries.sql.js';

const AT_A_TIME = 500_000;

/** Grows one standard board by entries of made-up anglers, as the service would have stored them. */
export class EntryFiller {
  private entries = 0;

  private constructor(
    private readonly pool: pg.Pool,
    readonly boardId: string,
    readonly periodId: number,
  ) {}

  static async begin(pool: pg.Pool): Promise<EntryFiller> {
    const [board] = (await pool.query<{ board_id: string; ranking_id: number }>(BOARD)).rows;
    if (!board) throw new Error('there is no board of the heaviest catch of all species');
    const [period] = (await pool.query<{ id: number }>(PERIOD, [board.ranking_id])).rows;
    return new EntryFiller(pool, board.board_id, period?.id ?? 0);
  }

  async growTo(size: number): Promise<void> {
    const [index] = (await this.pool.query<{ name: string; definition: string }>(RANK_INDEX)).rows;
    if (index) await this.pool.query(`DROP INDEX ${index.name}`);
    for (; this.entries < size; this.entries = Math.min(size, this.entries + AT_A_TIME)) {
      const last = Math.min(size, this.entries + AT_A_TIME) - 1;
      await this.pool.query(ADD_ENTRIES, [this.periodId, this.entries, last]);
      await this.pool.query(ADD_ANGLERS, [this.entries, last]);
    }
    if (index) await this.pool.query(index.definition);
    await this.pool.query('VACUUM ANALYZE ranked_entries');
    for (const text of COUNT_RANKS) await this.pool.query(text, [this.periodId]);
    await this.pool.query('VACUUM ANALYZE rank_segments, rank_blocks, anglers');
    // What was filled in a minute has come in years elsewhere, and is on the disk.
    await this.pool.query('CHECKPOINT');
  }

  /** The id of one of the anglers; `share` is where, from 0 to 1. */
  anglerAt(share: number): string {
    const number = Math.min(this.entries - 1, Math.floor(share * this.entries));
    return `ang_0${number.toString(16).padStart(25, '0')}`;
  }
}
