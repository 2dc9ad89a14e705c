import { POOL } from '@cds/postgres';
import { LeasedQueue, type RetryPolicy } from '@cds/work-queue';
import { Inject, Injectable } from '@nestjs/common';
import type pg from 'pg';
import type { MailFacts } from './mail-composer.js';

/** A mail that is older is worth nothing to its reader: it is not sent any more, and is deleted. */
export const MAIL_LIFETIME = "interval '1 day'";

/** Longer than all time-outs of one sending together. */
const LEASE_SECONDS = 60;

/** A mail that fails is tried again until it expires. */
export const MAIL_RETRY: RetryPolicy = { minSeconds: 5, maxSeconds: 3_600, isLast: () => false };

/** The outbox as its workers see it. */
@Injectable()
export class MailQueue extends LeasedQueue<MailFacts> {
  constructor(@Inject(POOL) pool: pg.Pool) {
    super(pool, {
      table: 'mails',
      key: 'id',
      returns: ['kind', 'recipient', 'account_name AS "accountName"'],
      dueAt: 'due_at',
      leaseSeconds: LEASE_SECONDS,
      where: `job.created_at > now() - ${MAIL_LIFETIME}`,
      completed: 'delete',
    });
  }
}
