import type { Queryable } from '@cds/postgres';
import { type Place, placeOf, placeOrder } from '../ranks/place.js';
import type { Ranks } from '../ranks/ranks.query.js';
import { ranksSql } from '../ranks/ranks.sql.js';
import { entriesSql, PLACED_COLUMNS } from './entry-page.sql.js';
import type { EntriesAround, EntryRow, RankedEntries } from './entry-row.js';
import type { ShownRanking } from './shown-ranking.query.js';

/** The entries of a board and period as they are. Each read costs the same at any rank. */
export class CurrentEntries implements RankedEntries {
  constructor(
    private readonly db: Queryable,
    private readonly ranks: Ranks,
    private readonly shown: ShownRanking & { readonly periodId: number },
  ) {}

  total(): Promise<number> {
    return Promise.resolve(this.shown.entryCount);
  }

  /** The rank is looked for once, and the page on both sides of the angler: not by the rank that it begins with. */
  async around(anglerId: string, size: number): Promise<EntriesAround | undefined> {
    const { periodId, entryCount } = this.shown;
    const statement = { name: 'entries-around', text: AROUND, values: [periodId, anglerId, size, entryCount] };
    const { rows } = await this.db.query<EntryRow & { first_rank: number }>(statement);
    return rows[0] && { rows, rank: rows[0].first_rank, total: entryCount };
  }

  async fromRank(rank: number, limit: number): Promise<EntryRow[]> {
    if (rank === 1) return this.page('entries-from-first', FROM_FIRST, [this.shown.periodId, limit]);
    const place = await this.ranks.placeAtRank(this.db, this.shown.periodId, rank);
    return place ? this.page('entries-from', FROM, this.pastPlace(place, limit)) : [];
  }

  after(place: Place, limit: number): Promise<EntryRow[]> {
    return this.page('entries-after', AFTER, this.pastPlace(place, limit));
  }

  private pastPlace({ placement, achievedAt, anglerId }: Place, limit: number): unknown[] {
    return [this.shown.periodId, limit, placement, new Date(achievedAt).toISOString(), anglerId];
  }

  private async page(name: string, text: string, values: unknown[]): Promise<EntryRow[]> {
    return (await this.db.query<EntryRow>({ name, text, values })).rows;
  }
}

const pageSql = (term: string): string =>
  entriesSql(`
    SELECT ${PLACED_COLUMNS} FROM ranked_entries AS placed WHERE placed.period_id = $1 ${term}
    ORDER BY ${placeOrder('placed')} LIMIT $2::int`);

const GIVEN = '($3::bigint, $4::timestamptz, $5::text)';

const FROM_FIRST = pageSql('');
const FROM = pageSql(`AND ${placeOf('placed')} >= ${GIVEN}`);
const AFTER = pageSql(`AND ${placeOf('placed')} > ${GIVEN}`);

const OWN = `(
    SELECT own.period_id, own.placement, own.achieved_at, own.angler_id FROM ranked_entries AS own
    WHERE own.angler_id = $2 AND own.period_id = $1
  ) AS wanted`;

/** `compared` is how places compare with that of the angler. */
const sideSql = (compared: '<' | '>=', direction: '' | ' DESC', limit: string): string => `
    (SELECT ${PLACED_COLUMNS} FROM ranked_entries AS placed
    WHERE placed.period_id = $1 AND ${placeOf('placed')} ${compared} ${placeOf('own')}
    ORDER BY ${placeOrder('placed', direction)} LIMIT ${limit})`;

/**
 * $3 entries with angler $2 in the middle, or as near to it as the ends allow, and one more behind. There may be more
 * entries by now than the $4 that were counted before.
 */
const AROUND = entriesSql(
  `
    SELECT own.rank - own.before AS first_rank, ${PLACED_COLUMNS} FROM (
      SELECT ranked.placement, ranked.achieved_at, ranked.angler_id, ranked.rank,
        ranked.rank - greatest(1,
          least(ranked.rank - $3::int / 2, greatest($4::int, ranked.rank) - $3::int + 1)) AS before
      FROM (${ranksSql(OWN, ['placement', 'achieved_at', 'angler_id'])}) AS ranked OFFSET 0
    ) AS own
    CROSS JOIN LATERAL (${sideSql('<', ' DESC', 'own.before')}
    UNION ALL ${sideSql('>=', '', '$3::int + 1 - own.before')}
    ) AS placed`,
  ['first_rank'],
);
