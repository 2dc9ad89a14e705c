import type { Queryable } from '@cds/postgres';
import { type Place, placeOf, placeOrder } from '../ranks/place.js';
import { entriesSql, PLACED_COLUMNS } from './entry-page.sql.js';
import type { EntriesAround, EntryRow, RankedEntries } from './entry-row.js';

/**
 * The entries of a board and period as the service knew them at a time: those of now that had come by then, and what
 * others were. A read costs with the number of entries before its first rank, and with what has changed since.
 */
export class PastEntries implements RankedEntries {
  constructor(
    private readonly db: Queryable,
    private readonly periodId: number,
    private readonly asOf: Date,
  ) {}

  async total(): Promise<number> {
    const { rows } = await this.db.query<{ total: number }>(TOTAL, this.values());
    return rows[0]?.total ?? 0;
  }

  async around(anglerId: string, size: number): Promise<EntriesAround | undefined> {
    const rank = (await this.db.query<{ rank: number }>(RANK, this.values(anglerId))).rows[0]?.rank;
    if (rank === undefined) return undefined;
    const total = await this.total();
    const first = Math.max(1, Math.min(rank - Math.floor(size / 2), total - size + 1));
    return { rows: await this.fromRank(first, size + 1), rank: first, total };
  }

  async fromRank(rank: number, limit: number): Promise<EntryRow[]> {
    const values = this.values(limit, rank - 1);
    return (await this.db.query<EntryRow>(FROM, values)).rows;
  }

  async after({ placement, achievedAt, anglerId }: Place, limit: number): Promise<EntryRow[]> {
    const values = this.values(limit, placement, new Date(achievedAt).toISOString(), anglerId);
    return (await this.db.query<EntryRow>(AFTER, values)).rows;
  }

  private values(...more: unknown[]): unknown[] {
    return [this.periodId, this.asOf.toISOString(), ...more];
  }
}

const STILL_SO = 'ranked_entries AS placed WHERE placed.period_id = $1 AND placed.known_from <= $2::timestamptz';
const WAS_SO = `entry_versions AS placed
  WHERE placed.period_id = $1 AND placed.known_until > $2::timestamptz AND placed.known_from <= $2::timestamptz`;

const TOTAL = `
  SELECT (SELECT count(*) FROM ${STILL_SO})::int + (SELECT count(*) FROM ${WAS_SO})::int AS total`;

const PLACE_COLUMNS = 'placed.placement, placed.achieved_at, placed.angler_id';

const beforeSql = (entries: string): string =>
  `(SELECT count(*) FROM ${entries} AND ${placeOf('placed')} < ${placeOf('own')})`;

/** An entry that has not changed since is the one that counted then: only others are looked for in all versions. */
const RANK = `
  SELECT 1 + ${beforeSql(STILL_SO)}::int + ${beforeSql(WAS_SO)}::int AS rank
  FROM (
    SELECT ${PLACE_COLUMNS} FROM ${STILL_SO} AND placed.angler_id = $3
    UNION ALL SELECT ${PLACE_COLUMNS} FROM ${WAS_SO} AND placed.angler_id = $3
      AND NOT EXISTS (SELECT FROM ${STILL_SO} AND placed.angler_id = $3)
  ) AS own`;

/**
 * Each half is cut before they are merged. The places of both are read from indexes alone, and the rest for the rows of
 * the page, which each of these indexes finds by all of its columns.
 */
const pageSql = (term: string, rows: string, window: string): string => {
  const half = (entries: string, knownUntil: string): string =>
    `(SELECT ${PLACE_COLUMNS}, placed.known_from, ${knownUntil} AS known_until FROM ${entries} ${term}
      ORDER BY ${placeOrder('placed')} LIMIT ${rows})`;
  return entriesSql(`
    SELECT ${PLACED_COLUMNS} FROM (
      SELECT ${PLACE_COLUMNS}, placed.known_from, placed.known_until
      FROM (${half(STILL_SO, 'NULL::timestamptz')} UNION ALL ${half(WAS_SO, 'placed.known_until')}) AS placed
      ORDER BY ${placeOrder('placed')} ${window}
    ) AS page
    CROSS JOIN LATERAL (
      SELECT ${PLACED_COLUMNS} FROM ranked_entries AS placed
      WHERE page.known_until IS NULL AND placed.angler_id = page.angler_id AND placed.period_id = $1
      UNION ALL SELECT ${PLACED_COLUMNS} FROM entry_versions AS placed
      WHERE placed.period_id = $1 AND placed.known_until = page.known_until AND placed.known_from = page.known_from
        AND ${placeOf('placed')} = ${placeOf('page')}
    ) AS placed`);
};

const FROM = pageSql('', '$3::bigint + $4::bigint', 'LIMIT $3::bigint OFFSET $4::bigint');
const AFTER = pageSql(
  `AND ${placeOf('placed')} > ($4::bigint, $5::timestamptz, $6::text)`,
  '$3::bigint',
  'LIMIT $3::bigint',
);
