import { inTransaction } from '@cds/postgres';
import type pg from 'pg';

/** Catches of one transaction, about as many as the service takes. */
const AT_ONCE = 1_000;

/**
 * What PostgreSQL alone, in one session, takes for as many rows as boards wrote when they consumed catches: the
 * catches, the entries, and what these were before, in the same tables with the same indexes. There are no ranks, names,
 * events or queue of changes, and no Kafka.
 */
export class BareMoves {
  private readonly batches: number;

  constructor(
    private readonly pool: pg.Pool,
    private readonly catches: number,
    private readonly firstId: string,
  ) {
    this.batches = Math.ceil(catches / AT_ONCE);
  }

  /** Keeps which entries have moved since then. */
  async keep(since: Date): Promise<void> {
    await this.pool.query(KEEP_MOVES, [this.batches, since]);
    await this.pool.query('CREATE INDEX ON bench_moves (batch, angler_id, period_id)');
  }

  /** Catches per second. The boards are of no use afterwards. */
  async rate(): Promise<number> {
    await this.pool.query('VACUUM ANALYZE');
    const from = performance.now();
    for (let batch = 0; batch < this.batches; batch += 1)
      await inTransaction(this.pool, async (tx) => {
        await tx.query(BY_INDEX);
        await tx.query(STORE_CATCHES, [batch, this.batches, this.firstId]);
        await tx.query(STORE_MOVES, [batch]);
      });
    const seconds = (performance.now() - from) / 1_000;
    await this.pool.query('DROP TABLE bench_moves');
    return this.catches / seconds;
  }
}

/** For so few rows of such large tables nothing else is as fast. */
const BY_INDEX = 'SET LOCAL enable_hashjoin = off; SET LOCAL enable_mergejoin = off; SET LOCAL enable_seqscan = off';

/** Which entries moved. Moves of one entry are in different batches, first moves of one angler's entries together. */
const KEEP_MOVES = `
  CREATE TABLE bench_moves AS
  SELECT angler_id, period_id, (abs(hashtext(angler_id)) + move) % $1::int AS batch
  FROM (
    SELECT angler_id, period_id, row_number() OVER (PARTITION BY angler_id, period_id) AS move
    FROM (
      SELECT angler_id, period_id FROM ranked_entries WHERE known_from >= $2
      UNION ALL
      SELECT angler_id, period_id FROM entry_versions WHERE known_from >= $2
    ) AS versions
  ) AS moves`;

/** The catches that were measured, with other values in every index. */
const STORE_CATCHES = `
  UPDATE catch_facts SET version = version + 1, weight_lbs = weight_lbs + 0.001, length_in = length_in + 0.001,
    depth_ft = depth_ft + 0.001, caught_at = caught_at + interval '1 millisecond'
  WHERE catch_id >= $3 AND catch_id < 'catch_2' AND abs(hashtext(catch_id)) % $2::int = $1::int`;

const STORE_MOVES = `
  WITH moved AS MATERIALIZED (
    SELECT DISTINCT angler_id, period_id FROM bench_moves WHERE batch = $1 ORDER BY angler_id, period_id
  ),
  changed AS (
    UPDATE ranked_entries AS entry SET placement = entry.placement - 1, known_from = clock_timestamp()
    FROM moved WHERE entry.angler_id = moved.angler_id AND entry.period_id = moved.period_id
    RETURNING old.angler_id, old.period_id, old.placement, old.achieved_at, old.catch_id, old.previous_rank,
      old.known_from
  )
  INSERT INTO entry_versions
    (angler_id, period_id, placement, achieved_at, catch_id, previous_rank, known_from, known_until)
  SELECT angler_id, period_id, placement, achieved_at, catch_id, previous_rank, known_from, clock_timestamp()
  FROM changed`;
