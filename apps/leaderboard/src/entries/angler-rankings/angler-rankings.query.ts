import { type CursorEnvelope, Cursors, listPage, listScope } from '@cds/listing';
import { untilKnown } from '@cds/messaging';
import { HeavyReads, type PlaceInList, READ_POOL, SqlValues } from '@cds/postgres';
import type { Queryable } from '@cds/postgres';
import { Clock } from '@cds/service-kit';
import { Inject, Injectable } from '@nestjs/common';
import type pg from 'pg';
import type { BoardReader } from '../../boards/board-list/board-list.query.js';
import { PERIOD_KINDS } from '../../boards/board.js';
import { currentPeriod } from '../../boards/period.js';
import { Ranks } from '../ranks/ranks.query.js';
import { anglerErased, anglerNotFound, refuseMalformedAngler } from './angler.errors.js';
import type { ListRankingsQuery } from './angler-rankings.schemas.js';
import { type RankingRow, rankingView } from './ranking-row.js';
import type { RankingView } from './ranking-view.js';

interface Asked {
  readonly anglerId: string;
  readonly query: ListRankingsQuery;
  /** The current period of each kind of board that is asked for. */
  readonly periods: { readonly kinds: readonly string[]; readonly ids: readonly string[] };
}

@Injectable()
export class AnglerRankingsQuery {
  constructor(
    @Inject(READ_POOL) private readonly pool: pg.Pool,
    private readonly reads: HeavyReads,
    private readonly ranks: Ranks,
    private readonly cursors: Cursors,
    private readonly clock: Clock,
  ) {}

  /**
   * A page of an angler's places on boards, the oldest board first. Fails with `angler.not_found` or `angler.erased`.
   * It reads all entries of the angler, which may be on thousands of boards, and the ranks of one page. An angler who
   * has just been added is waited for.
   */
  async execute(anglerId: string, query: ListRankingsQuery, reader: BoardReader): Promise<CursorEnvelope<RankingView>> {
    refuseMalformedAngler(anglerId);
    await untilKnown('angler', anglerId, async (id) => (await stateOf(this.pool, id)) !== undefined);
    const asked = { anglerId, query, periods: this.periodsOf(query) };
    return this.reads.run(reader.accountId, (client) => this.read(client, asked), reader.gone);
  }

  private periodsOf({ period }: ListRankingsQuery): Asked['periods'] {
    const [wanted, now] = [period ?? PERIOD_KINDS, this.clock.now()];
    return { kinds: wanted, ids: wanted.map((kind) => currentPeriod(kind, now).id) };
  }

  private async read(db: pg.PoolClient, asked: Asked): Promise<CursorEnvelope<RankingView>> {
    await refuseUnknown(db, asked.anglerId);
    const scope = listScope(`anglers/${asked.anglerId}/rankings`, null, asked.query);
    // One connection runs one statement after the other.
    const total = asked.query.total && asked.query.cursor === undefined ? await totalOf(db, asked) : 0;
    const page = await listPage<RankingRow>(this.cursors, scope, asked.query, {
      rows: (place) => rowsOf(db, asked, place),
      total: () => Promise.resolve(total),
      sortValues: ({ board_id: boardId }) => [boardId],
    });
    const ranks = await this.ranks.ranksOf(
      db,
      page.data.map((row) => placeOf(row, asked.anglerId)),
    );
    return { ...page, data: page.data.map((row, index) => rankingView(row, ranks[index] ?? 1)) };
  }
}

const placeOf = (row: RankingRow, anglerId: string) => ({
  periodId: row.period_id,
  placement: row.placement,
  achievedAt: row.achieved_at.getTime(),
  anglerId,
});

const refuseUnknown = async (db: Queryable, anglerId: string): Promise<void> => {
  const state = await stateOf(db, anglerId);
  if (!state) throw anglerNotFound(anglerId);
  if (state.erased) throw anglerErased(anglerId);
};

const stateOf = async (db: Queryable, anglerId: string): Promise<{ readonly erased: boolean } | undefined> =>
  (await db.query<{ erased: boolean }>({ name: 'angler-state', text: ANGLER, values: [anglerId] })).rows[0];

const ANGLER = 'SELECT erased_at IS NOT NULL AS erased FROM anglers WHERE id = $1';

/** The boards that show an entry of the angler in their current period. */
const onBoards = ({ anglerId, query, periods }: Asked, values: SqlValues): string => {
  const [kinds, ids] = [values.add(periods.kinds), values.add(periods.ids)];
  const boards = query.leaderboard_id ? `AND serving.board_id = ANY(${values.add(query.leaderboard_id)})` : '';
  return `
    FROM ranked_entries AS entry
    JOIN ranking_periods AS shown ON shown.id = entry.period_id
    JOIN unnest(${kinds}::text[], ${ids}::text[]) AS today (kind, period) ON today.period = shown.period
    JOIN board_rankings AS serving ON serving.ranking_id = shown.ranking_id AND serving.served_until IS NULL
    WHERE entry.angler_id = ${values.add(anglerId)} ${boards}`;
};

const totalOf = async (db: pg.PoolClient, asked: Asked): Promise<number> => {
  const values = new SqlValues();
  const text = `SELECT count(*)::int AS total ${onBoards(asked, values)}`;
  return (await db.query<{ total: number }>(text, values.values)).rows[0]?.total ?? 0;
};

const rowsOf = async (db: pg.PoolClient, asked: Asked, place: PlaceInList): Promise<RankingRow[]> => {
  const values = new SqlValues();
  const shown = onBoards(asked, values);
  const after = place.after ? `AND serving.board_id > ${values.add(place.after[0])}` : '';
  const [limit, offset] = [values.add(place.limit), values.add(place.offset)];
  const text = `
    SELECT boards.id AS board_id, boards.name, ranking.metric, ranking.species_id, ranking.region,
      ranking.min_verification_tier, ranking.period AS kind, own.period, own.period_id, own.entry_count,
      own.placement::float8 AS placement, own.catch_id, own.achieved_at, own.previous_rank
    FROM (
      SELECT serving.board_id, serving.ranking_id, shown.period, shown.entry_count, entry.period_id, entry.placement,
        entry.catch_id, entry.achieved_at, entry.previous_rank ${shown} ${after}
      ORDER BY serving.board_id LIMIT ${limit}::int OFFSET ${offset}::int
    ) own
    JOIN boards ON boards.id = own.board_id JOIN rankings AS ranking ON ranking.id = own.ranking_id
    ORDER BY boards.id`;
  return (await db.query<RankingRow>(text, values.values)).rows;
};
