import type { RelayNotifier } from '@cds/event-store';
import { createPool, inTransaction } from '@cds/postgres';
import { Clock, newId } from '@cds/service-kit';
import { testDatabase } from '@cds/testing';
import { BackgroundWork, WorkMetrics } from '@cds/work-queue';
import type pg from 'pg';
import { Registry } from 'prom-client';
import { AnglerNames } from '../src/anglers/angler-names.store.js';
import { BoardRankings } from '../src/board-jobs/board-rankings.js';
import { type BoardRule, heaviestOf } from '../src/boards/board.js';
import type { CatchFact } from '../src/catches/catch-fact.js';
import { CatchFacts } from '../src/catches/catch-facts.store.js';
import { ValueIndexes } from '../src/catches/value-indexes.store.js';
import type { LeaderboardEvent } from '../src/entries/entry.events.js';
import { RankTree } from '../src/entries/ranks/rank-tree.store.js';
import { UpdateBoardsHandler } from '../src/entries/update-boards/update-boards.handler.js';
import { FillSize } from '../src/fill-boards/fill-size.js';
import { rankingParts } from '../src/fill-boards/ranking-parts.js';
import { RankingSweeper } from '../src/fill-boards/ranking-sweeper.js';
import { BoardMaker } from '../src/make-boards/board-maker.js';
import { KeepSpeciesBoardsHandler } from '../src/make-boards/keep-species-boards.handler.js';
import { RebuildRankings, type RebuildProgress } from '../src/rebuild/rebuild-rankings.js';
import { BoardRenames } from '../src/rename-boards/board-renames.js';
import { type Species, SpeciesStore } from '../src/species/species.store.js';

const AT = new Date('2026-06-01T00:00:00.000Z');
export const REPORTS = { log: { event: () => undefined }, metrics: new WorkMetrics(new Registry()) };
const RELAY = { wake: () => undefined } as unknown as RelayNotifier;

/** A clock that stands still until it is set. */
export class StandingClock extends Clock {
  constructor(private time = AT) {
    super();
  }

  now(): Date {
    return this.time;
  }

  advance(ms: number): void {
    this.time = new Date(this.time.getTime() + ms);
  }
}

/** Parts so small that few entries make many of them. */
export class SmallRankTree extends RankTree {
  protected override readonly maxSize = 4;
  protected override readonly cutAtOnce = 30;
}

/** So small that indexes have the catches of most anglers with several, until they change. */
class SmallValueIndexes extends ValueIndexes {
  protected override readonly many = 3;
  protected override readonly oneIn = 1;
}

/** So small that anglers have more catches than a step takes. */
class SmallFillSize extends FillSize {
  override get value(): number {
    return 60;
  }
}

export interface EntryRow {
  rank: number;
  anglerId: string;
  score: number;
  achievedAt: string;
  catchId: string | null;
  previousRank: number | null;
}

/** The handlers on a database of their own, without HTTP and Kafka. */
export const boardsHarness = async () => {
  const database = await testDatabase('leaderboard');
  const pool = createPool(database.url, { applicationName: 'tests' });
  const clock = new StandingClock();
  const parts = rankingParts(pool, clock, RELAY, new SmallRankTree(), new SmallFillSize());
  const rankings = new BoardRankings();
  const maker = new BoardMaker(parts.boards, rankings);
  const update = new UpdateBoardsHandler(new CatchFacts(), new AnglerNames(), parts.changes, new SmallValueIndexes());
  const species = new KeepSpeciesBoardsHandler(new SpeciesStore(), parts.boards, maker, new BoardRenames(pool));

  const catchesIn = (tx: pg.PoolClient, ...facts: CatchFact[]): Promise<boolean> => {
    const names = facts.map(({ anglerId }) => ({ anglerId, name: anglerId.slice(-1), at: AT }));
    return update.execute(tx, { facts, names });
  };
  const speciesIn = (tx: pg.PoolClient, ...changed: Species[]): Promise<boolean> =>
    species.execute(tx, { changed, deletedIds: [] }, AT);
  const ruleOf = (rule: BoardRule | string | null): BoardRule =>
    rule === null || typeof rule === 'string' ? heaviestOf(rule) : rule;
  const boardOf = async (rule: BoardRule | string | null): Promise<string | undefined> => {
    return (await pool.query<{ id: string }>(BOARD_OF, valuesOf(ruleOf(rule)))).rows[0]?.id;
  };
  const events = async (boardId: string, period = 'all'): Promise<LeaderboardEvent[]> =>
    parts.store.load(pool, `${boardId}/${period}`);

  return {
    databaseUrl: database.url,
    pool,
    clock,
    parts,
    /** What moves and fills entries in another copy of the service, which knows nothing yet. */
    copy: (own = pool) => rankingParts(own, clock, RELAY),
    /** The batches of suspected accounts may begin. A second ago, because stored times are rounded to milliseconds. */
    suspectsAreDue: () =>
      pool.query(
        "UPDATE suspected_accounts SET due_at = now() - interval '1 s', resting_until = now() - interval '1 s'",
      ),
    /** One batch of catches, which entries do not show yet; each angler's name is the end of their id. */
    catchesIn,
    /** One batch of catches. */
    catches: async (...facts: CatchFact[]): Promise<void> => {
      await inTransaction(pool, (tx) => catchesIn(tx, ...facts));
      await parts.mover.drain();
    },
    /** One batch of catches, which entries do not show yet. */
    catchesWaiting: (...facts: CatchFact[]): Promise<boolean> => inTransaction(pool, (tx) => catchesIn(tx, ...facts)),
    /** One step of filling boards, with changes of catches that wait. */
    fillSome: async (): Promise<void> => {
      await parts.keeper.make();
      await parts.keeper.settle();
      await parts.switcher.switchWaiting();
      await parts.filler.step();
    },
    /** One batch of species, whose boards are not filled yet. */
    speciesIn,
    addSpecies: (...changed: Species[]): Promise<boolean> => inTransaction(pool, (tx) => speciesIn(tx, ...changed)),
    deleteSpecies: (...deletedIds: string[]): Promise<boolean> =>
      inTransaction(pool, (tx) => species.execute(tx, { changed: [], deletedIds }, AT)),
    /** One batch of species, whose boards are filled. */
    species: async (...changed: Species[]): Promise<void> => {
      await inTransaction(pool, (tx) => speciesIn(tx, ...changed));
      await parts.fill.execute();
    },
    /** Boards with these rules, which are filled. */
    boards: async (...rules: BoardRule[]): Promise<void> => {
      const boards = rules.map((rule, index) => ({ rule, name: `board ${index}`, traceparent: null }));
      await inTransaction(pool, (tx) => maker.make(tx, boards, AT));
      await parts.fill.execute();
    },
    addBoard: (rule: BoardRule): Promise<boolean> =>
      inTransaction(pool, (tx) => maker.make(tx, [{ rule, name: 'board', traceparent: null }], AT)),
    /** Boards of an account, which are not filled yet. */
    ownBoards: (accountId: string, ...rules: BoardRule[]): Promise<void> =>
      inTransaction(pool, async (tx) => {
        const ids = rules.map(() => newId('leaderboard'));
        for (const [index, rule] of rules.entries())
          await tx.query(ADD_OWN, [ids[index], accountId, ...valuesOf(rule)]);
        await rankings.fillAnew(tx, ids, null);
      }),
    /** The rule of a board is edited; it is not filled yet. */
    edit: (boardId: string, rule: BoardRule): Promise<void> =>
      inTransaction(pool, async (tx) => {
        await tx.query(EDIT, [boardId, ...valuesOf(rule)]);
        await rankings.fillAnew(tx, [boardId], null);
      }),
    remove: (boardId: string): Promise<void> =>
      inTransaction(pool, async (tx) => {
        await rankings.retire(tx, boardId);
        await tx.query('DELETE FROM boards WHERE id = $1', [boardId]);
      }),
    /** Deletes what no board shows. */
    sweep: (): Promise<number> => new RankingSweeper(pool, new BackgroundWork(REPORTS)).sweep(),
    rebuild: (): Promise<RebuildProgress> => new RebuildRankings(pool, parts, () => undefined).run(),
    /** The id of the board with this rule, by default heaviest for all time; undefined when there is none. */
    boardOf,
    entries: async (rule: BoardRule | string | null, period = 'all'): Promise<EntryRow[]> =>
      (await pool.query<EntryRow>(ENTRIES, [(await boardOf(rule)) ?? '', period])).rows,
    /** The entries as they were. */
    entriesAsOf: async (rule: BoardRule | string | null, period: string, at: Date): Promise<EntryRow[]> =>
      (await pool.query<EntryRow>(ENTRIES_AS_OF, [(await boardOf(rule)) ?? '', period, at.toISOString()])).rows,
    /** Every event of a board, oldest first. */
    events,
    eventTimes: async (boardId: string, period: string) =>
      (await parts.store.load(pool, `${boardId}/${period}`)).map((event) => ({
        event,
        at: new Date(event.metadata.occurredAt),
      })),
    newBoardId: () => newId('leaderboard'),
    clear: async (): Promise<void> => {
      await pool.query(`TRUNCATE boards, board_fills, board_jobs, board_rankings, rankings, ranking_periods,
        standings, entries,
        ranked_entries, entry_versions, rank_segments, rank_blocks, species_tallies, catch_changes,
        suspected_accounts, board_event_rates, catch_facts, anglers, species, watched_anglers, watching_endpoints,
        events`);
    },
    close: async (): Promise<void> => {
      await pool.end();
      await database.drop();
    },
  };
};

export type BoardsHarness = Awaited<ReturnType<typeof boardsHarness>>;

const valuesOf = ({ metric, speciesId, region, minVerificationTier, period }: BoardRule): unknown[] => [
  metric,
  speciesId,
  region,
  minVerificationTier,
  period,
];

const ADD_OWN = `
  INSERT INTO boards (id, account_id, name, metric, species_id, region, min_verification_tier, period, created_at,
    updated_at)
  VALUES ($1, $2, 'own', $3, $4, $5, $6, $7, now(), now())`;

const BOARD_OF = `
  SELECT id FROM boards WHERE metric = $1 AND species_id IS NOT DISTINCT FROM $2 AND region IS NOT DISTINCT FROM $3
    AND min_verification_tier = $4 AND period = $5`;

const EDIT = `
  UPDATE boards SET metric = $2, species_id = $3, region = $4, min_verification_tier = $5, period = $6 WHERE id = $1`;

const ROW = (source: string): string => `
  SELECT (row_number() OVER (ORDER BY placement, achieved_at, angler_id))::int AS rank, angler_id AS "anglerId",
    (-placement / 1000.0)::float8 AS score, to_json(achieved_at AT TIME ZONE 'UTC')#>>'{}' || 'Z' AS "achievedAt",
    catch_id AS "catchId", previous_rank AS "previousRank"
  FROM (${source}) AS entry ORDER BY 1`;

const ENTRIES = ROW(`
  SELECT placement, achieved_at, angler_id, catch_id, previous_rank
  FROM board_rankings AS shown
  JOIN ranking_periods AS part ON part.ranking_id = shown.ranking_id AND part.period = $2
  JOIN ranked_entries AS entry ON entry.period_id = part.id
  WHERE shown.board_id = $1 AND shown.served_until IS NULL`);

const AS_OF = (table: string, until: string): string => `
  SELECT placement, achieved_at, angler_id, catch_id, previous_rank
  FROM board_rankings AS shown
  JOIN ranking_periods AS part ON part.ranking_id = shown.ranking_id AND part.period = $2
  JOIN ${table} AS entry ON entry.period_id = part.id
  WHERE shown.board_id = $1 AND shown.served_from <= $3 AND (shown.served_until IS NULL OR shown.served_until > $3)
    AND entry.known_from <= $3 ${until}`;

const ENTRIES_AS_OF = ROW(
  `${AS_OF('ranked_entries', '')} UNION ALL ${AS_OF('entry_versions', 'AND entry.known_until > $3')}`,
);
