import { POOL } from '@cds/postgres';
import { LeasedQueue } from '@cds/work-queue';
import { Inject, Injectable } from '@nestjs/common';
import type pg from 'pg';

/** What is still to be resent of an endpoint's failed messages: those after the last one that was looked at. */
export interface RecoveryJob {
  readonly endpointId: string;
  readonly since: Date;
  readonly until: Date;
  readonly resent: number;
  readonly reachedAt: Date | null;
  readonly reachedId: string | null;
}

/** Recoveries of endpoints. Finished ones stay readable. */
@Injectable()
export class Recoveries extends LeasedQueue<RecoveryJob> {
  constructor(@Inject(POOL) pool: pg.Pool) {
    super(pool, {
      table: 'recoveries',
      key: 'id',
      returns: [
        'job.endpoint_id AS "endpointId"',
        'job.since',
        'job.until',
        'job.resent',
        'job.reached_at AS "reachedAt"',
        'job.reached_id AS "reachedId"',
      ],
      where: 'job.finished_at IS NULL',
      dueAt: 'due_at',
      leaseSeconds: 30,
      onClaim: "status = 'running'",
      error: 'error',
      completed: "status = 'completed', finished_at = now(), due_at = NULL",
      failed: "status = 'failed', finished_at = now(), due_at = NULL",
    });
  }
}
