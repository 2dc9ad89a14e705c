import type { Queryable } from '@cds/postgres';
import { type Place, placeOf, placeOrder } from '../ranks/place.js';
import type { Ranks } from '../ranks/ranks.query.js';
import { entriesSql, PLACED_COLUMNS } from './entry-page.sql.js';
import type { EntryRow, RankedEntries } from './entry-row.js';
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

  async rankOf(anglerId: string): Promise<number | undefined> {
    const { periodId } = this.shown;
    const statement = { name: 'place-of-angler', text: PLACE, values: [anglerId, periodId] };
    const [row] = (await this.db.query<{ placement: number; achieved_at: Date }>(statement)).rows;
    return (
      row && this.ranks.rankOf(this.db, periodId, { placement: row.placement, achievedAt: row.achieved_at, anglerId })
    );
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
    return [this.shown.periodId, limit, placement, achievedAt.toISOString(), anglerId];
  }

  private async page(name: string, text: string, values: unknown[]): Promise<EntryRow[]> {
    return (await this.db.query<EntryRow>({ name, text, values })).rows;
  }
}

const PLACE = `
  SELECT entry.placement::float8 AS placement, entry.achieved_at FROM ranked_entries AS entry
  WHERE entry.angler_id = $1 AND entry.period_id = $2`;

const pageSql = (term: string): string =>
  entriesSql(`
    SELECT ${PLACED_COLUMNS} FROM ranked_entries AS placed WHERE placed.period_id = $1 ${term}
    ORDER BY ${placeOrder('placed')} LIMIT $2::int`);

const GIVEN = '($3::bigint, $4::timestamptz, $5::text)';

const FROM_FIRST = pageSql('');
const FROM = pageSql(`AND ${placeOf('placed')} >= ${GIVEN}`);
const AFTER = pageSql(`AND ${placeOf('placed')} > ${GIVEN}`);
