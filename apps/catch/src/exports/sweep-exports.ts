import { POOL } from '@cds/postgres';
import { Inject, Injectable } from '@nestjs/common';
import type pg from 'pg';
import { ObjectStorage } from '../storage/object-storage.js';
import { exportFolder } from './export-job.js';

const AT_ONCE = 20;

/** Removes the files of exports that failed or have expired, and forgets exports 30 days after their end. */
@Injectable()
export class SweepExports {
  constructor(
    @Inject(POOL) private readonly pool: pg.Pool,
    private readonly storage: ObjectStorage,
  ) {}

  async execute(): Promise<void> {
    const { rows } = await this.pool.query<{ id: string }>(WITH_FILE, [AT_ONCE]);
    for (const { id } of rows) {
      for await (const { key } of this.storage.list(exportFolder(id))) await this.storage.remove([key]);
      await this.pool.query('UPDATE exports SET has_file = false WHERE id = $1', [id]);
    }
    await this.pool.query(FORGET, [AT_ONCE]);
  }
}

const WITH_FILE = `
(SELECT id FROM exports WHERE has_file AND expires_at <= now() ORDER BY expires_at LIMIT $1)
UNION ALL
(SELECT id FROM exports WHERE has_file AND expires_at IS NULL AND status = 'failed' LIMIT $1)`;

const FORGET = `
DELETE FROM exports WHERE id IN (SELECT id FROM exports WHERE completed_at < now() - interval '30 days' AND NOT has_file
  ORDER BY completed_at LIMIT $1)`;
