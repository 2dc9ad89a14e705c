import pg from 'pg';
import { COUNT, DROP_SOURCES, FILL, MADE_UP, SECONDARY_INDEXES, SOURCES } from './fill.sql.js';
import { VOCABULARY } from './vocabulary.js';

const INDEXES_AT_A_TIME = 3;

/**
 * Grows the table of catches by rows that look like many people's of three years. No events are written: lists and
 * searches read the rows alone. `most` is the greatest size that it will be grown to: the years are filled when it is
 * reached.
 */
export class CatchFiller {
  private rows = 0;

  private constructor(
    private readonly pool: pg.Pool,
    private readonly most: number,
  ) {}

  static async begin(databaseUrl: string, most: number): Promise<CatchFiller> {
    const options = '-c maintenance_work_mem=512MB -c work_mem=64MB -c synchronous_commit=off';
    const pool = new pg.Pool({ connectionString: databaseUrl, max: INDEXES_AT_A_TIME, options });
    await pool.query(DROP_SOURCES);
    for (const text of SOURCES) await pool.query(text, text.includes('$1') ? [VOCABULARY] : []);
    return new CatchFiller(pool, most);
  }

  /** Adds rows until there are `size`, and leaves the table as automatic vacuum would. */
  async growTo(size: number): Promise<void> {
    const { rows: indexes } = await this.pool.query<{ name: string; definition: string }>(SECONDARY_INDEXES);
    for (const { name } of indexes) await this.pool.query(`DROP INDEX ${name}`);
    while (this.rows < size) {
      const added = Math.min(MADE_UP, size - this.rows);
      await this.pool.query(FILL, [this.rows, added, this.most]);
      this.rows += added;
    }
    await Promise.all(indexes.map(({ definition }) => this.pool.query(definition)));
    await this.pool.query('TRUNCATE catch_counts, catch_count_deltas');
    await this.pool.query(COUNT);
    await this.pool.query('VACUUM ANALYZE catches');
  }

  async end(): Promise<void> {
    await this.pool.query(DROP_SOURCES);
    await this.pool.end();
  }
}
