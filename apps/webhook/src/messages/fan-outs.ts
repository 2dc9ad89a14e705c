import { POOL } from '@cds/postgres';
import { LeasedQueue } from '@cds/work-queue';
import { Inject, Injectable } from '@nestjs/common';
import type pg from 'pg';

/** Events whose messages are still to be written, and after which endpoint. */
export interface FanOut {
  readonly eventIds: readonly string[];
  readonly afterEndpointId: string;
}

/** What consuming transactions left to be written. The oldest events come first. */
@Injectable()
export class FanOuts extends LeasedQueue<FanOut> {
  constructor(@Inject(POOL) pool: pg.Pool) {
    super(pool, {
      table: 'fan_outs',
      key: 'id',
      returns: ['job.event_ids AS "eventIds"', 'job.after_endpoint_id AS "afterEndpointId"'],
      dueAt: 'due_at',
      orderBy: 'first_position',
      leaseSeconds: 30,
      completed: 'delete',
    });
  }
}
