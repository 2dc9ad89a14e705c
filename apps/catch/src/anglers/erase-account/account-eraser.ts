import { recordAudit } from '@cds/audit';
import { inTransaction, POOL } from '@cds/postgres';
import { BackgroundWork, type Leased, RETRY_FOREVER, type Turn, type TurnEnd } from '@cds/work-queue';
import { Inject, Injectable } from '@nestjs/common';
import type pg from 'pg';
import { END_IMPORTS_OF, FORGET_SOURCES_OF } from '../../jobs/forget-imports.sql.js';
import { EraseAnglerHandler } from '../erase-angler/erase-angler.handler.js';
import { type AccountErasure, AccountErasures } from './account-erasures.js';

const BATCH = 100;
/** By then no request of the account that was in flight at its deletion is left, but for uploads of imports. */
const SETTLED_SECONDS = 60;

/**
 * Erases the anglers of deleted accounts, and ends their imports. A minute later it looks once more, for what requests
 * that were in flight have written.
 */
@Injectable()
export class AccountEraser {
  constructor(
    @Inject(POOL) private readonly pool: pg.Pool,
    private readonly anglers: EraseAnglerHandler,
    private readonly erasures: AccountErasures,
    background: BackgroundWork,
  ) {
    background.worker<AccountErasure>({
      name: 'account-erasures',
      queue: erasures,
      retry: RETRY_FOREVER,
      work: (account, turn) => this.erase(account, turn),
    });
  }

  private async erase(account: Leased<AccountErasure>, turn: Turn): Promise<TurnEnd> {
    await this.pool.query(END_IMPORTS_OF, [account.id]);
    await this.pool.query(FORGET_SOURCES_OF, [account.id]);
    for (let found = BATCH; found === BATCH;) {
      const { rows } = await this.pool.query<{ id: string }>(ANGLERS, [account.id, BATCH]);
      for (const { id } of rows) {
        if (turn.isOver()) return { afterSeconds: 0 };
        await this.anglers.eraseOf(account.id, id, account.traceparent);
        await this.erasures.progress(this.pool, account);
      }
      found = rows.length;
    }
    if (account.ageSeconds <= SETTLED_SECONDS) return { afterSeconds: SETTLED_SECONDS + 1 };
    await inTransaction(this.pool, async (tx) => {
      await this.erasures.complete(tx, account);
      await recordAudit(tx, { accountId: account.id }, { action: 'account.erased', targetId: account.id });
    });
    return 'settled';
  }
}

const ANGLERS = 'SELECT id FROM anglers WHERE account_id = $1 AND erased_at IS NULL ORDER BY created_at, id LIMIT $2';
