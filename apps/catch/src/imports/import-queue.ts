import { POOL } from '@cds/postgres';
import { LeasedQueue } from '@cds/work-queue';
import { Inject, Injectable } from '@nestjs/common';
import type pg from 'pg';
import { accountJobs } from '../jobs/account-jobs.js';
import type { ImportFields } from './import-job.js';

const COLUMNS = [
  'account_name',
  'credential_id',
  'request_id',
  'traceparent',
  'format',
  'file_id',
  'size_bytes',
  'position',
  'lines',
  'accepted',
  'duplicates',
  'rejected',
];

@Injectable()
export class ImportQueue extends LeasedQueue<ImportFields> {
  constructor(@Inject(POOL) pool: pg.Pool) {
    super(pool, accountJobs('imports', COLUMNS));
  }
}
