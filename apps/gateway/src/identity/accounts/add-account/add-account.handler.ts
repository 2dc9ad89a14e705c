import { inTransaction, POOL } from '@cds/postgres';
import { acceptBody, parseBody } from '@cds/validation';
import { Clock, newId } from '@cds/service-kit';
import { keepAnswer } from '@cds/idempotency';
import { Inject, Injectable } from '@nestjs/common';
import type pg from 'pg';
import { AuditLog, doneBy } from '../../audit-log/audit-log.js';
import type { Actor } from '../../principals/current-actor.decorator.js';
import { addPerson } from '../../people/add-person.js';
import { addAccountBody } from '../account-schemas.js';
import { ACCOUNT_COLUMNS, type AccountRow, type AccountView, accountView, addedAccount } from '../account-view.js';

@Injectable()
export class AddAccountHandler {
  constructor(
    @Inject(POOL) private readonly pool: pg.Pool,
    private readonly audit: AuditLog,
    private readonly clock: Clock,
  ) {}

  /** Makes an account, which has no key yet; with a password a person too, who signs in for it. */
  async execute(body: unknown, caller: Actor): Promise<AccountView> {
    const { name, email, password } = acceptBody(parseBody(addAccountBody, body));
    return inTransaction(this.pool, async (tx) => {
      const { rows } = await tx.query<AccountRow>(ADD, [newId('account'), name, email, this.clock.now()]);
      const [row] = rows;
      if (!row) throw new Error('the account was not written');
      await this.audit.record(
        { action: 'account.created', accountId: row.id, targetId: row.id, ...doneBy(caller) },
        tx,
      );
      if (password !== undefined) await addPerson(tx, { accountId: row.id, email, password });
      await keepAnswer(tx, caller.reservation, addedAccount(accountView(row)));
      return accountView(row);
    });
  }
}

const ADD = `INSERT INTO accounts (id, name, email, created_at, updated_at) VALUES ($1, $2, $3, $4, $4)
  RETURNING ${ACCOUNT_COLUMNS}`;
