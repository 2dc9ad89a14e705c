import { POOL } from '@cds/postgres';
import { Inject, Injectable } from '@nestjs/common';
import type pg from 'pg';
import { JobQueue } from '../jobs/job-queue.js';
import type { ExportJobRow } from './export-job.js';

@Injectable()
export class ExportQueue extends JobQueue<ExportJobRow> {
  constructor(@Inject(POOL) pool: pg.Pool) {
    super(pool, 'exports');
  }
}
