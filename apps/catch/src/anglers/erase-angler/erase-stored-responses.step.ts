import { POOL } from '@cds/postgres';
import { Inject, Injectable } from '@nestjs/common';
import type pg from 'pg';
import type { ErasedAngler, ErasureStep } from './erasure-step.js';

const BATCH = 1_000;

/**
 * Empties the stored responses that mention the angler. Their rows stay: without them a repeated request would write
 * again.
 */
@Injectable()
export class EraseStoredResponses implements ErasureStep {
  constructor(@Inject(POOL) private readonly pool: pg.Pool) {}

  async *erase({ id }: ErasedAngler): AsyncGenerator<void> {
    while ((await this.pool.query(EMPTY, [id, BATCH])).rowCount) yield;
  }
}

const EMPTY = `
UPDATE idempotency_keys SET answer = '{"status": 410, "headers": {}, "body": null}', subject_id = NULL
WHERE (account_id, key) IN (SELECT account_id, key FROM idempotency_keys WHERE subject_id = $1 LIMIT $2)`;
