import { POOL } from '@cds/postgres';
import { LeasedQueue } from '@cds/work-queue';
import { Inject, Injectable } from '@nestjs/common';
import type pg from 'pg';

/** Whom an endpoint watches, as it was noted last. */
export interface AnglerWatch {
  readonly accountId: string;
  readonly anglerIds: readonly string[];
  readonly version: number;
  readonly changedAt: Date;
}

/** What endpoints watch and was not published yet. The id is the endpoint's; what is noted anew is claimed anew. */
@Injectable()
export class AnglerWatches extends LeasedQueue<AnglerWatch> {
  constructor(@Inject(POOL) pool: pg.Pool) {
    super(pool, {
      table: 'angler_watches',
      key: 'endpoint_id',
      returns: [
        'job.account_id AS "accountId"',
        'job.angler_ids AS "anglerIds"',
        'job.version',
        'job.changed_at AS "changedAt"',
      ],
      dueAt: 'due_at',
      leaseSeconds: 30,
      completed: 'due_at = NULL',
    });
  }
}
