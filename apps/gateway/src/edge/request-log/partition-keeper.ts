import { POOL } from '@cds/postgres';
import { Clock } from '@cds/service-kit';
import { BackgroundWork, type PartitionedTable, type PartitionKeeper as Keeper } from '@cds/work-queue';
import { Inject, Injectable } from '@nestjs/common';
import type pg from 'pg';
import { KEPT_DAYS, KEPT_DAYS_OF_MINUTES } from './kept-days.js';

const byTime = (name: string, keptDays: number): PartitionedTable => ({
  name,
  key: 'at',
  firstAt: (time) => time,
  keptDays,
});

const TABLES = [
  byTime('request_log', KEPT_DAYS),
  byTime('usage_minutes', KEPT_DAYS_OF_MINUTES),
  byTime('usage_hours', KEPT_DAYS),
];

/** Makes the days of the request log and of usage, and drops those whose time is over. */
@Injectable()
export class PartitionKeeper {
  private readonly keeper: Keeper;

  constructor(@Inject(POOL) pool: pg.Pool, clock: Clock, background: BackgroundWork) {
    const now = () => clock.now();
    this.keeper = background.partitions({ pool, now, lock: 'gateway.partitions', tables: TABLES });
  }

  /** Brings the partitions of all tables up to date now. */
  keep(): Promise<void> {
    return this.keeper.keep();
  }
}
