import { POOL } from '@cds/postgres';
import { Inject, Injectable } from '@nestjs/common';
import type pg from 'pg';
import type { ErasedAngler, ErasureStep } from './erasure-step.js';

const BATCH = 1_000;

/** Deletes the snapshots of catches that may hold what is personal of the angler. The next loads make new ones. */
@Injectable()
export class EraseSnapshots implements ErasureStep {
  constructor(@Inject(POOL) private readonly pool: pg.Pool) {}

  async *erase({ id }: ErasedAngler): AsyncGenerator<void> {
    while ((await this.pool.query(DELETE, [id, BATCH])).rowCount) yield;
  }
}

const DELETE = `
DELETE FROM stream_snapshots WHERE (stream_id, version) IN
  (SELECT stream_id, version FROM stream_snapshots WHERE person_ids @> ARRAY[$1::text] LIMIT $2)`;
