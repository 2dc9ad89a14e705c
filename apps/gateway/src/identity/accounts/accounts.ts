import { idSchema } from '@cds/contracts';
import { entityTagOf, matchesTag } from '@cds/service-kit';
import { Injectable } from '@nestjs/common';
import type { Queryable } from '@cds/postgres';
import { accountChanged, accountDeleted, accountNotFound } from './account.errors.js';
import { ACCOUNT_COLUMNS, type AccountRow, accountView } from './account-view.js';

/** Accounts as rows. */
@Injectable()
export class Accounts {
  /**
   * The account until the transaction ends; fails as `find` does and, where `If-Match` does not have its tag, with
   * `request.precondition_failed`.
   */
  async lock(tx: Queryable, id: string, ifMatch: string | undefined): Promise<AccountRow> {
    const row = await this.find(tx, id, 'FOR UPDATE');
    if (ifMatch !== undefined && !matchesTag(ifMatch, entityTagOf(accountView(row)))) throw accountChanged(id);
    return row;
  }

  /** Fails with `account.not_found` or `account.deleted`. */
  async find(db: Queryable, id: string, lock = ''): Promise<AccountRow> {
    if (!idSchema('account').safeParse(id).success) throw accountNotFound(id);
    const { rows } = await db.query<AccountRow>(`SELECT ${ACCOUNT_COLUMNS} FROM accounts WHERE id = $1 ${lock}`, [id]);
    const [row] = rows;
    if (!row) throw accountNotFound(id);
    if (row.deleted_at) throw accountDeleted(id);
    return row;
  }
}
