import { POOL } from '@cds/postgres';
import { LeasedQueue } from '@cds/work-queue';
import { Inject, Injectable } from '@nestjs/common';
import type pg from 'pg';
import { accountJobs } from '../jobs/account-jobs.js';
import type { ExportFields } from './export-job.js';

const COLUMNS = ['format', 'filter', 'expected', 'walked', 'last_id', 'rows', 'part_names'];

@Injectable()
export class ExportQueue extends LeasedQueue<ExportFields> {
  constructor(@Inject(POOL) pool: pg.Pool) {
    super(pool, accountJobs('exports', COLUMNS, ", expires_at = now() + interval '7 days'"));
  }
}
