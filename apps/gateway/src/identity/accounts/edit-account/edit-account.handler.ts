import { inTransaction, POOL } from '@cds/postgres';
import { acceptBody, parseBody } from '@cds/validation';
import { Clock } from '@cds/service-kit';
import { Inject, Injectable } from '@nestjs/common';
import type pg from 'pg';
import { AuditLog, doneBy } from '../../audit-log/audit-log.js';
import type { Actor } from '../../principals/current-actor.decorator.js';
import { editAccountBody } from '../account-schemas.js';
import { ACCOUNT_COLUMNS, type AccountRow, type AccountView, accountView } from '../account-view.js';
import { Accounts } from '../accounts.js';

@Injectable()
export class EditAccountHandler {
  constructor(
    @Inject(POOL) private readonly pool: pg.Pool,
    private readonly accounts: Accounts,
    private readonly audit: AuditLog,
    private readonly clock: Clock,
  ) {}

  /** Merges a patch into an account. What is there already changes nothing. */
  async execute(id: string, body: unknown, caller: Actor, ifMatch: string | undefined): Promise<AccountView> {
    return inTransaction(this.pool, async (tx) => {
      const now = await this.accounts.lock(tx, id, ifMatch);
      const wanted = { ...now, ...acceptBody(parseBody(editAccountBody, body)) };
      const changed = (['name', 'email'] as const).filter((field) => wanted[field] !== now[field]);
      if (changed.length === 0) return accountView(now);
      const { rows } = await tx.query<AccountRow>(SAVE, [id, wanted.name, wanted.email, this.clock.now()]);
      await this.audit.record(
        { action: 'account.edited', accountId: id, targetId: id, details: { changed }, ...doneBy(caller) },
        tx,
      );
      return accountView(rows[0] ?? wanted);
    });
  }
}

const SAVE = `UPDATE accounts SET name = $2, email = $3, updated_at = $4 WHERE id = $1 RETURNING ${ACCOUNT_COLUMNS}`;
