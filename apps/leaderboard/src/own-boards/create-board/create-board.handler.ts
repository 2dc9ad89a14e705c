import { keepAnswer, type StoredResponse } from '@cds/idempotency';
import { inTransaction, POOL } from '@cds/postgres';
import { Clock, newId, type Requester } from '@cds/service-kit';
import { Inject, Injectable } from '@nestjs/common';
import type pg from 'pg';
import { BoardAnnouncer } from '../../announce-boards/board-announcer.js';
import { BoardRankings } from '../../board-jobs/board-rankings.js';
import { tooManyBoards } from '../../boards/board.errors.js';
import { BOARD_COLUMNS, type BoardRow } from '../../boards/board-row.js';
import { boardTag, boardView, type BoardView } from '../../boards/board-view.js';
import { BoardFiller } from '../../fill-boards/board-filler.js';
import { SpeciesStore } from '../../species/species.store.js';
import { BoardChangeRates } from '../board-change-rates.store.js';
import { DeletedAccounts } from '../delete-account-boards/deleted-accounts.js';
import { lockBoardsOf } from '../lock-boards.js';
import type { CreateBoard, NewOwnBoard } from './create-board.js';

/** Boards of one account. */
const MAX_BOARDS = 100;

@Injectable()
export class CreateBoardHandler {
  constructor(
    @Inject(POOL) private readonly pool: pg.Pool,
    private readonly species: SpeciesStore,
    private readonly rankings: BoardRankings,
    private readonly filler: BoardFiller,
    private readonly rates: BoardChangeRates,
    private readonly clock: Clock,
    private readonly announcer: BoardAnnouncer,
    private readonly deletedAccounts: DeletedAccounts,
  ) {}

  /** Makes a board of the caller's account, which is empty at first and filled in the background. */
  async execute(order: CreateBoard, caller: Requester): Promise<{ view: BoardView; answer: StoredResponse }> {
    const created = await inTransaction(this.pool, async (tx) => {
      const species = order.speciesId === null ? undefined : await this.species.hold(tx, order.speciesId);
      const row = await this.insert(tx, order.accept(species), caller.accountId);
      await this.rankings.fillAnew(tx, [row.id], caller.traceparent);
      const view = boardView({ ...row, is_filling: true }, 0, this.clock.now());
      const answer = createdBoard(row, view);
      await keepAnswer(tx, caller.reservation, answer);
      return { view, answer };
    });
    this.filler.wake();
    this.announcer.wake();
    return created;
  }

  /** The creations of an account wait for each other, so that no two of them take the last place. */
  private async insert(tx: pg.PoolClient, board: NewOwnBoard, accountId: string): Promise<BoardRow> {
    await lockBoardsOf(tx, accountId);
    await this.deletedAccounts.refuse(tx, accountId);
    await this.rates.count(tx, accountId);
    const { rule } = board;
    const { rows } = await tx.query<BoardRow>(INSERT, [
      newId('leaderboard'),
      board.name,
      rule.metric,
      rule.speciesId,
      rule.region,
      rule.minVerificationTier,
      rule.period,
      accountId,
      board.isNamed,
      this.clock.now().toISOString(),
      MAX_BOARDS,
    ]);
    if (!rows[0]) throw tooManyBoards(MAX_BOARDS);
    return rows[0];
  }
}

const createdBoard = (row: BoardRow, view: BoardView): StoredResponse => ({
  status: 201,
  headers: { location: `/v1/leaderboards/${row.id}`, etag: boardTag(row, view) },
  body: view,
});

const INSERT = `
  INSERT INTO boards (id, name, metric, species_id, region, min_verification_tier, period, account_id, is_named,
    created_at, updated_at)
  SELECT $1, $2, $3, $4, $5, $6::verification_tier, $7, $8, $9, $10::timestamptz, $10::timestamptz
  WHERE (SELECT count(*) FROM boards WHERE account_id = $8) < $11
  RETURNING ${BOARD_COLUMNS}`;
