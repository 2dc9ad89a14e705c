import { POOL } from '@cds/postgres';
import type { Queryable } from '@cds/postgres';
import { AccountRates, BackgroundWork } from '@cds/work-queue';
import { Inject, Injectable } from '@nestjs/common';
import type pg from 'pg';
import { tooManyCreations } from '../endpoint.errors.js';

const PER_HOUR = 600;

/**
 * Bounds how often an account creates endpoints: one that was sent anything stays with its messages for weeks after it
 * is deleted, and does not count among those that the account has.
 */
@Injectable()
export class EndpointCreationRates extends AccountRates {
  constructor(@Inject(POOL) pool: pg.Pool, background: BackgroundWork) {
    const rate = { table: 'endpoint_creation_rates', burst: 500, perHour: PER_HOUR };
    super(pool, background, { name: 'endpoint-creation-rates', ...rate });
  }

  /** Counts a creation, which does not count if the transaction is rolled back. Fails with `limit.account`. */
  async count(tx: Queryable, accountId: string): Promise<void> {
    const waitSeconds = await this.spend(tx, accountId);
    if (waitSeconds !== undefined) throw tooManyCreations(PER_HOUR, waitSeconds);
  }
}
