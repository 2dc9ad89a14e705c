import { POOL } from '@cds/postgres';
import { LeasedQueue } from '@cds/work-queue';
import { Inject, Injectable } from '@nestjs/common';
import type pg from 'pg';

/** An angler who was erased, and of whom stored messages may still tell. Its id is the angler's. */
export interface DueErasure {
  ageSeconds: number;
}

/** Erased anglers whose messages are to be gone through. Their rows stay: old events may be read again from Kafka. */
@Injectable()
export class DueErasures extends LeasedQueue<DueErasure> {
  constructor(@Inject(POOL) pool: pg.Pool) {
    super(pool, {
      table: 'erased_anglers',
      key: 'angler_id',
      returns: ['extract(epoch FROM now() - job.noted_at)::float8 AS "ageSeconds"'],
      dueAt: 'due_at',
      leaseSeconds: 30,
      completed: 'due_at = NULL',
    });
  }
}
