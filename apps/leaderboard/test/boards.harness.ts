import { EventStore, type RelayNotifier } from '@cds/event-store';
import { createPool, inTransaction } from '@cds/postgres';
import { newId, SystemClock } from '@cds/service-kit';
import { testDatabase } from '@cds/testing';
import type { Turn } from '@cds/work-queue';
import type pg from 'pg';
import { AnglerNames } from '../src/anglers/angler-names.store.js';
import { heaviestOf } from '../src/boards/board.js';
import { Boards } from '../src/boards/boards.store.js';
import { BoardFills } from '../src/fill-boards/board-fills.js';
import { FillBoard } from '../src/fill-boards/fill-board.js';
import { BoardMaker } from '../src/make-boards/board-maker.js';
import { KeepSpeciesBoardsHandler } from '../src/make-boards/keep-species-boards.handler.js';
import type { CatchFact } from '../src/catches/catch-fact.js';
import { CatchFacts } from '../src/catches/catch-facts.store.js';
import type { LeaderboardEntryChanged, LeaderboardEvent } from '../src/entries/entry.events.js';
import { leaderboardCodec } from '../src/entries/leaderboard.codec.js';
import { EntryCorrector } from '../src/entries/correct-entries/entry-corrector.js';
import { BestCatchesQuery } from '../src/entries/move-entries/best-catches.query.js';
import { Entries } from '../src/entries/move-entries/entries.store.js';
import { EntryMover } from '../src/entries/move-entries/entry-mover.js';
import { MoveRecorder } from '../src/entries/move-entries/move-recorder.js';
import { UnchangedEntriesQuery } from '../src/entries/move-entries/unchanged-entries.query.js';
import { BoardPeriods } from '../src/entries/move-entries/board-periods.store.js';
import { UpdateBoardsHandler } from '../src/entries/update-boards/update-boards.handler.js';
import { BoardRenames } from '../src/rename-boards/board-renames.js';
import { RebuildEntries, type RebuildProgress } from '../src/rebuild/rebuild-entries.js';
import { type Species, SpeciesStore } from '../src/species/species.store.js';

export const CONTEXT = {
  occurredAt: new Date('2026-06-01T00:00:00.000Z'),
  actor: null,
  requestId: null,
  traceparent: null,
};

const RELAY = { wake: () => undefined } as unknown as RelayNotifier;

/** A turn that lasts until its work is done. */
const UNLIMITED: Turn = { isOver: () => false, keep: () => undefined };

export interface EntryRow {
  rank: number;
  anglerId: string;
  score: number;
  catchId: string;
  previousRank: number | null;
}

/** The handlers on a database of their own, without HTTP and Kafka. */
export const boardsHarness = async () => {
  const database = await testDatabase('leaderboard');
  const pool = createPool(database.url, { applicationName: 'tests' });
  const events = new EventStore<LeaderboardEvent>({ newEventId: () => newId('event'), codec: leaderboardCodec });
  const boards = new Boards();
  const bestCatches = new BestCatchesQuery();
  const [boardPeriods, entries] = [new BoardPeriods(), new Entries()];
  const recorder = new MoveRecorder(boardPeriods, entries, new UnchangedEntriesQuery(), events);
  const corrector = new EntryCorrector(pool, boardPeriods, entries, bestCatches, recorder);
  const mover = new EntryMover(boardPeriods, entries, bestCatches, recorder);
  const fills = new BoardFills(pool);
  const fillBoard = new FillBoard(pool, fills, boards, corrector, new SystemClock(), RELAY);
  const maker = new BoardMaker(boards, fills);
  const update = new UpdateBoardsHandler(new CatchFacts(), new AnglerNames(), boards, mover);
  const species = new KeepSpeciesBoardsHandler(new SpeciesStore(), boards, maker, new BoardRenames(pool));

  const catchesIn = (tx: pg.PoolClient, ...facts: CatchFact[]): Promise<boolean> => {
    const names = facts.map(({ anglerId }) => ({ anglerId, name: anglerId.slice(-1), at: CONTEXT.occurredAt }));
    return update.execute(tx, { facts, names }, CONTEXT);
  };
  const speciesIn = (tx: pg.PoolClient, ...changed: Species[]): Promise<boolean> =>
    species.execute(tx, { changed, deletedIds: [] }, CONTEXT.occurredAt);
  const fillOne = async (turn: Turn): Promise<boolean> => {
    const [job] = await fills.claim();
    if (job === undefined) return false;
    const end = await fillBoard.execute(job, turn);
    if (typeof end === 'object') await fills.release(job, end.afterSeconds);
    return true;
  };
  const fillAll = async (turn: Turn = UNLIMITED): Promise<void> => {
    while (await fillOne(turn));
  };

  return {
    pool,
    /** One batch of catches; each angler's name is the end of their id. */
    catchesIn,
    catches: (...facts: CatchFact[]): Promise<boolean> => inTransaction(pool, (tx) => catchesIn(tx, ...facts)),
    /** One batch of species, whose boards are not filled yet. */
    speciesIn,
    addSpecies: (...changed: Species[]): Promise<boolean> => inTransaction(pool, (tx) => speciesIn(tx, ...changed)),
    deleteSpecies: (...deletedIds: string[]): Promise<boolean> =>
      inTransaction(pool, (tx) => species.execute(tx, { changed: [], deletedIds }, CONTEXT.occurredAt)),
    /** One batch of species, whose boards are filled. */
    species: async (...changed: Species[]): Promise<void> => {
      await inTransaction(pool, (tx) => speciesIn(tx, ...changed));
      await fillAll();
    },
    allSpecies: async (): Promise<void> => {
      const board = { rule: heaviestOf(null), name: 'all', traceparent: null };
      await inTransaction(pool, (tx) => maker.make(tx, [board], CONTEXT.occurredAt));
      await fillAll();
    },
    fills,
    /** Gives the board that waits longest a turn; returns false when there is none. */
    fillOne,
    /** Gives boards turns until all of them are filled. */
    fillAll,
    rebuild: (): Promise<RebuildProgress> =>
      new RebuildEntries(pool, boards, boardPeriods, corrector, () => undefined).run(CONTEXT),
    /** The id of the built-in board of a species, or of all; undefined when there is none. */
    boardOf: async (speciesId: string | null): Promise<string | undefined> => {
      const { rows } = await pool.query<{ id: string }>(
        'SELECT id FROM boards WHERE species_id IS NOT DISTINCT FROM $1',
        [speciesId],
      );
      return rows[0]?.id;
    },
    entries: async (speciesId: string | null): Promise<EntryRow[]> => {
      const { rows } = await pool.query<EntryRow>(ENTRIES, [speciesId]);
      return rows;
    },
    /** Every event of a board, oldest first. */
    events: async (boardId: string): Promise<LeaderboardEntryChanged['data'][]> =>
      (await events.load(pool, `${boardId}/all`)).map(({ data }) => data),
    clear: async (): Promise<void> => {
      await pool.query('TRUNCATE boards, board_fills, standings, entries, catch_facts, anglers, species, events');
    },
    close: async (): Promise<void> => {
      await pool.end();
      await database.drop();
    },
  };
};

export type BoardsHarness = Awaited<ReturnType<typeof boardsHarness>>;

const ENTRIES = `
  SELECT (row_number() OVER (ORDER BY score DESC, achieved_at, angler_id))::int AS rank, angler_id AS "anglerId",
  score::float8 AS score,
    catch_id AS "catchId", previous_rank AS "previousRank"
  FROM entries JOIN boards ON boards.id = entries.board_id WHERE species_id IS NOT DISTINCT FROM $1 ORDER BY 1`;
