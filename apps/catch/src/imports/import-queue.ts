import { POOL } from '@cds/postgres';
import { Inject, Injectable } from '@nestjs/common';
import type pg from 'pg';
import { JobQueue } from '../jobs/job-queue.js';
import type { ImportJobRow } from './import-job.js';

@Injectable()
export class ImportQueue extends JobQueue<ImportJobRow> {
  constructor(@Inject(POOL) pool: pg.Pool) {
    super(pool, 'imports');
  }
}
