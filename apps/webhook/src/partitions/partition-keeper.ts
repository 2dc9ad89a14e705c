import { POOL } from '@cds/postgres';
import { Clock } from '@cds/service-kit';
import { BackgroundWork, type PartitionKeeper as Keeper } from '@cds/work-queue';
import { Inject, Injectable } from '@nestjs/common';
import type pg from 'pg';
import { PARTITIONED_TABLES } from './partitioned-tables.js';

/** Makes the days of events, messages and attempts, and drops those whose time is over. */
@Injectable()
export class PartitionKeeper {
  private readonly keeper: Keeper;

  constructor(@Inject(POOL) pool: pg.Pool, clock: Clock, background: BackgroundWork) {
    const now = () => clock.now();
    this.keeper = background.partitions({ pool, now, lock: 'webhook.partitions', tables: PARTITIONED_TABLES });
  }

  /** Brings the partitions of all tables up to date now. */
  keep(): Promise<void> {
    return this.keeper.keep();
  }
}
