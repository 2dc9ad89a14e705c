import { POOL } from '@cds/postgres';
import { LeasedQueue } from '@cds/work-queue';
import { Inject, Injectable } from '@nestjs/common';
import type pg from 'pg';
import type { TouchedTo } from '../catches/write/touch-catches.js';

/** A species whose catches still have to follow its new name. Its id is the species'. */
export interface SpeciesRename {
  touchedTo: TouchedTo | null;
}

/** New names as jobs: columns of the species' row. A newer name takes the lease off, and begins anew. */
@Injectable()
export class SpeciesRenames extends LeasedQueue<SpeciesRename> {
  constructor(@Inject(POOL) pool: pg.Pool) {
    super(pool, {
      table: 'species_names',
      key: 'id',
      returns: ['touched_to AS "touchedTo"'],
      dueAt: 'touch_due_at',
      columns: { lease: 'touch_lease', attempts: 'touch_attempts', stalls: 'touch_stalls' },
      leaseSeconds: 30,
      completed: 'touch_due_at = NULL, touched_to = NULL',
    });
  }
}
