import { inTransaction } from '@cds/postgres';
import type { Queryable } from '@cds/postgres';
import { Injectable } from '@nestjs/common';
import type pg from 'pg';

/** Well below the time after which the server ends an idle transaction. */
const RENEW_EVERY_MS = 5_000;

/** Whose turn it is to fill rankings: copies that did it at the same time would wait for each other's steps. */
@Injectable()
export class FillTurn {
  private isKept = false;

  /** Takes the turn until the transaction ends. Returns false when another copy has it. */
  async take(tx: Queryable): Promise<boolean> {
    if (this.isKept) return true;
    const { rows } = await tx.query<{ taken: boolean }>(TRY);
    return rows[0]?.taken ?? false;
  }

  /**
   * Keeps the turn while `work` runs, from the end of another copy's step on. The server takes it from a process that
   * is frozen, or gone with its host, as from any transaction that is idle for long: `work` goes on without it then,
   * and this fails.
   */
  keep<T>(pool: pg.Pool, work: () => Promise<T>): Promise<T> {
    return inTransaction(pool, async (tx) => {
      await tx.query(WAIT);
      this.isKept = true;
      const lost = (): void => {
        this.isKept = false;
      };
      const timer = setInterval(() => void tx.query('SELECT 1').catch(lost), RENEW_EVERY_MS);
      try {
        return await work();
      } finally {
        clearInterval(timer);
        lost();
      }
    });
  }
}

const KEY = "hashtext('fill-rankings')";
const TRY = `SELECT pg_try_advisory_xact_lock(${KEY}) AS taken`;
const WAIT = `SELECT pg_advisory_xact_lock(${KEY})`;
