import type { Queryable } from '@cds/postgres';
import { POOL } from '@cds/postgres';
import { LeasedQueue } from '@cds/work-queue';
import { Inject, Injectable } from '@nestjs/common';
import type pg from 'pg';

/** Species with a new name, after which boards of accounts are still to be named. The id of the job is the species'. */
@Injectable()
export class BoardRenames extends LeasedQueue {
  constructor(@Inject(POOL) pool: pg.Pool) {
    super(pool, {
      table: 'board_renames',
      key: 'species_id',
      returns: [],
      dueAt: 'due_at',
      leaseSeconds: 30,
      completed: 'delete',
    });
  }

  /**
   * Adds jobs for species that the same transaction has changed, where accounts have boards without a name of their
   * own. A job that runs begins anew, as its worker may have read the name before.
   */
  async add(tx: Queryable, speciesIds: readonly string[]): Promise<void> {
    await tx.query(ADD, [speciesIds]);
  }
}

const ADD = `
  INSERT INTO board_renames (species_id)
  SELECT wanted.id FROM unnest($1::text[]) AS wanted (id)
  WHERE EXISTS (
    SELECT FROM boards WHERE boards.species_id = wanted.id AND boards.account_id IS NOT NULL AND NOT boards.is_named
  )
  ORDER BY wanted.id
  ON CONFLICT (species_id) DO UPDATE SET lease = NULL, due_at = now()`;
