import { POOL } from '@cds/postgres';
import { Inject, Injectable } from '@nestjs/common';
import type pg from 'pg';
import { ObjectStorage } from '../storage/object-storage.js';
import { importKey } from './import-job.js';

const AT_ONCE = 100;

/**
 * Removes the files of imports that ended or were never sent whole, what is half-written, and forgets imports 30 days
 * after their end.
 */
@Injectable()
export class SweepImports {
  constructor(
    @Inject(POOL) private readonly pool: pg.Pool,
    private readonly storage: ObjectStorage,
  ) {}

  async execute(): Promise<void> {
    const { rows } = await this.pool.query<{ id: string }>(WITH_FILE, [AT_ONCE]);
    const ids = rows.map(({ id }) => id);
    if (ids.length > 0) {
      await this.storage.remove(ids.map(importKey));
      await this.pool.query('UPDATE imports SET has_file = false WHERE id = ANY($1)', [ids]);
      await this.pool.query("DELETE FROM imports WHERE id = ANY($1) AND status = 'uploading'", [ids]);
    }
    await this.pool.query(FORGET, [AT_ONCE]);
    await this.storage.sweep(new Date());
  }
}

/** An upload takes an hour at most. */
const WITH_FILE = `
SELECT id FROM imports
WHERE has_file AND (status IN ('completed', 'failed') OR (status = 'uploading'
  AND created_at < now() - interval '2 hours'))
ORDER BY created_at LIMIT $1`;

const FORGET = `
DELETE FROM imports WHERE id IN (SELECT id FROM imports WHERE completed_at < now() - interval '30 days' AND NOT has_file
  ORDER BY completed_at LIMIT $1)`;
