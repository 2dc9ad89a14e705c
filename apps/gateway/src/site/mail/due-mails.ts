import { POOL } from '@cds/postgres';
import { Clock } from '@cds/service-kit';
import { Inject, Injectable } from '@nestjs/common';
import type pg from 'pg';

/** A mail that one worker has until `dueAt`. */
export interface LeasedMail {
  readonly id: string;
  readonly kind: string;
  readonly recipient: string;
  readonly accountName: string | null;
  readonly createdAt: Date;
  readonly dueAt: Date;
  readonly attempts: number;
}

/** Longer than sending one may take. */
const LEASE_MS = 120_000;
const FIRST_PAUSE_MS = 5_000;
const LONGEST_PAUSE_MS = 3_600_000;
const KEPT_MS = 86_400_000;

/** The outbox as workers see it: each mail is one worker's at a time, and another's when that one died. */
@Injectable()
export class DueMails {
  constructor(
    @Inject(POOL) private readonly pool: pg.Pool,
    private readonly clock: Clock,
  ) {}

  /** The mail that is due longest, leased. */
  async claim(): Promise<LeasedMail | undefined> {
    const now = this.clock.now();
    const { rows } = await this.pool.query<LeasedMail>({
      name: 'claim-mail',
      text: CLAIM,
      values: [now, after(now, LEASE_MS)],
    });
    return rows[0];
  }

  async remove({ id, dueAt }: LeasedMail): Promise<void> {
    await this.pool.query('DELETE FROM mails WHERE id = $1 AND due_at = $2', [id, dueAt]);
  }

  /** Puts it back for a while that grows with each failure; false when it has been tried for a day: then it is gone. */
  async retryLater(mail: LeasedMail): Promise<boolean> {
    const now = this.clock.now();
    if (now.getTime() - mail.createdAt.getTime() >= KEPT_MS) {
      await this.remove(mail);
      return false;
    }
    const pause = Math.min(FIRST_PAUSE_MS * 2 ** (mail.attempts - 1), LONGEST_PAUSE_MS);
    await this.pool.query('UPDATE mails SET due_at = $3 WHERE id = $1 AND due_at = $2', [
      mail.id,
      mail.dueAt,
      after(now, pause),
    ]);
    return true;
  }
}

const after = (time: Date, ms: number): Date => new Date(time.getTime() + ms);

const CLAIM = `
UPDATE mails SET due_at = $2, attempts = attempts + 1
WHERE id = (SELECT id FROM mails WHERE due_at <= $1 ORDER BY due_at LIMIT 1 FOR UPDATE SKIP LOCKED)
RETURNING id, kind, recipient, account_name AS "accountName", created_at AS "createdAt", due_at AS "dueAt", attempts`;
