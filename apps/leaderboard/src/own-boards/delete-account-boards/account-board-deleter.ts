import { inTransaction, POOL } from '@cds/postgres';
import { BackgroundWork, type Leased, RETRY_FOREVER, type Turn, type TurnEnd } from '@cds/work-queue';
import { Inject, Injectable } from '@nestjs/common';
import type pg from 'pg';
import { DeleteBoardHandler } from '../delete-board/delete-board.handler.js';
import { lockBoardsOf } from '../lock-boards.js';
import { lockFirstBoardOf } from '../locked-board.js';
import { type DeletedAccount, DeletedAccounts } from './deleted-accounts.js';

/** By then no request of the account that was in flight at its deletion is left. */
const SETTLED_SECONDS = 60;

/**
 * Deletes the boards of deleted accounts. A minute later it looks once more: copies of the previous release know of no
 * deleted accounts, and may have created a board for a request that was in flight.
 */
@Injectable()
export class AccountBoardDeleter {
  constructor(
    @Inject(POOL) private readonly pool: pg.Pool,
    private readonly boards: DeleteBoardHandler,
    private readonly accounts: DeletedAccounts,
    background: BackgroundWork,
  ) {
    background.worker<DeletedAccount>({
      name: 'account-boards',
      queue: accounts,
      retry: RETRY_FOREVER,
      work: (account, turn) => this.deleteBoards(account, turn),
    });
  }

  private async deleteBoards(account: Leased<DeletedAccount>, turn: Turn): Promise<TurnEnd> {
    // A creation that did not see the account among the deleted ones has ended then, and its board is found below.
    await lockBoardsOf(this.pool, account.id);
    while (await this.deleteOne(account)) {
      if (turn.isOver()) return { afterSeconds: 0 };
    }
    return account.ageSeconds > SETTLED_SECONDS ? 'done' : { afterSeconds: SETTLED_SECONDS + 1 };
  }

  /** Each board goes in a transaction of its own, as when its account deletes it. Returns whether there was one. */
  private deleteOne(account: Leased<DeletedAccount>): Promise<boolean> {
    return inTransaction(this.pool, async (tx) => {
      await this.accounts.progress(tx, account);
      const board = await lockFirstBoardOf(tx, account.id);
      if (board) await this.boards.delete(tx, board);
      return board !== undefined;
    });
  }
}
