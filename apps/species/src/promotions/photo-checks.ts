import { POOL } from '@cds/postgres';
import { LeasedQueue } from '@cds/work-queue';
import { Inject, Injectable } from '@nestjs/common';
import type pg from 'pg';

export interface PhotoCheck {
  /** Whether the angler was erased: then nothing needs to be looked at. */
  readonly isErased: boolean;
}

/** Promoted photos whose catch changed; the id is the photo's. */
@Injectable()
export class PhotoChecks extends LeasedQueue<PhotoCheck> {
  constructor(@Inject(POOL) pool: pg.Pool) {
    super(pool, {
      table: 'photo_checks',
      key: 'photo_id',
      returns: ['job.is_erased AS "isErased"'],
      dueAt: 'due_at',
      leaseSeconds: 30,
      completed: 'delete',
    });
  }
}
