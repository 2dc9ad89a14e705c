import { accountDeleted } from '@cds/identity';
import { POOL } from '@cds/postgres';
import type { Queryable } from '@cds/postgres';
import { LeasedQueue } from '@cds/work-queue';
import { Inject, Injectable } from '@nestjs/common';
import type pg from 'pg';

/** An account that was deleted. Its id is the account's. */
export interface DeletedAccount {
  /** Since the service heard of the deletion. */
  ageSeconds: number;
}

/**
 * Accounts whose boards are to be deleted. Their rows stay, without a time: an event that comes again begins nothing
 * anew, and a request that was in flight makes no board any more.
 */
@Injectable()
export class DeletedAccounts extends LeasedQueue<DeletedAccount> {
  constructor(@Inject(POOL) pool: pg.Pool) {
    super(pool, {
      table: 'deleted_accounts',
      key: 'account_id',
      returns: ['extract(epoch FROM now() - job.deleted_at)::float8 AS "ageSeconds"'],
      dueAt: 'due_at',
      leaseSeconds: 30,
      completed: 'due_at = NULL',
    });
  }

  async note(tx: Queryable, accountIds: readonly string[]): Promise<void> {
    await tx.query(NOTE, [accountIds]);
  }

  /** Fails with `account.deleted`. Call it while the boards of the account are locked. */
  async refuse(tx: Queryable, accountId: string): Promise<void> {
    if ((await tx.query(NOTED, [accountId])).rowCount) throw accountDeleted(accountId);
  }
}

const NOTE = `
  INSERT INTO deleted_accounts (account_id) SELECT DISTINCT id FROM unnest($1::text[]) AS deleted (id) ORDER BY id
  ON CONFLICT (account_id) DO NOTHING`;

const NOTED = 'SELECT FROM deleted_accounts WHERE account_id = $1';
