import { randomUUID } from 'node:crypto';
import { inTransaction, POOL } from '@cds/postgres';
import { Inject, Injectable } from '@nestjs/common';
import type pg from 'pg';

/** A stream of a copy that says nothing for so long does not count any more. */
const LEASE_SECONDS = 60;

/** The streams that are open at all copies of the service, by the clock of the database. */
@Injectable()
export class OpenStreams {
  private readonly processId = randomUUID();

  constructor(@Inject(POOL) private readonly pool: pg.Pool) {}

  /** The id of a new stream of the account; undefined when it has `max` open. The openings of an account take turns. */
  async add(accountId: string, max: number): Promise<string | undefined> {
    const id = randomUUID();
    return inTransaction(this.pool, async (tx) => {
      await tx.query(TURN, [accountId]);
      await tx.query(FORGET_EXPIRED, [accountId]);
      const { rowCount } = await tx.query(ADD, [id, accountId, this.processId, max]);
      return rowCount ? id : undefined;
    });
  }

  /** The streams of this copy are open still; those of copies that died are forgotten. */
  async renew(): Promise<void> {
    await this.pool.query(RENEW, [this.processId]);
    await this.pool.query(FORGET_LATE);
  }

  /** What fails here is forgotten when its time is over. */
  async remove(id: string): Promise<void> {
    await this.pool.query('DELETE FROM event_streams WHERE id = $1', [id]);
  }
}

const TURN = `SELECT pg_advisory_xact_lock(hashtextextended('event-streams:' || $1::text, 0))`;

const FORGET_EXPIRED = 'DELETE FROM event_streams WHERE account_id = $1 AND expires_at <= now()';

const ADD = `
INSERT INTO event_streams (id, account_id, process_id, expires_at)
SELECT $1, $2, $3, now() + make_interval(secs => ${LEASE_SECONDS})
WHERE (SELECT count(*) FROM event_streams WHERE account_id = $2) < $4`;

const RENEW = `
UPDATE event_streams SET expires_at = now() + make_interval(secs => ${LEASE_SECONDS}) WHERE process_id = $1`;

const FORGET_LATE = `
DELETE FROM event_streams WHERE id IN (
  SELECT id FROM event_streams WHERE expires_at <= now() LIMIT 500 FOR UPDATE SKIP LOCKED)`;
