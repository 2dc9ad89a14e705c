import { POOL } from '@cds/postgres';
import { LeasedQueue } from '@cds/work-queue';
import { Inject, Injectable } from '@nestjs/common';
import type pg from 'pg';

/** An account that was deleted. Its id is the account's. */
export interface AccountErasure {
  ageSeconds: number;
  /** The trace of the deletion. */
  traceparent: string | null;
}

/** Accounts whose anglers are to be erased. Their rows stay, without a time, so that none is erased twice. */
@Injectable()
export class AccountErasures extends LeasedQueue<AccountErasure> {
  constructor(@Inject(POOL) pool: pg.Pool) {
    super(pool, {
      table: 'account_erasures',
      key: 'account_id',
      returns: ['extract(epoch FROM now() - job.requested_at)::float8 AS "ageSeconds"', 'job.traceparent'],
      dueAt: 'due_at',
      leaseSeconds: 30,
      completed: 'due_at = NULL',
    });
  }
}
