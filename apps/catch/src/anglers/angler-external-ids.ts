import { isUniqueViolation } from '@cds/errors';
import { POOL } from '@cds/service-kit';
import { Inject, Injectable } from '@nestjs/common';
import type pg from 'pg';
import { anglerExternalIdTaken } from './angler.errors.js';

/** An external_id is unique among an account's anglers; the index keeps it. */
@Injectable()
export class AnglerExternalIds {
  constructor(@Inject(POOL) private readonly pool: pg.Pool) {}

  /** Runs a write; when the index refuses the external_id, fails with `angler.external_id_taken`, naming the other angler. */
  async guard<T>(accountId: string, externalId: () => string | null | undefined, write: () => Promise<T>): Promise<T> {
    try {
      return await write();
    } catch (error) {
      const wanted = externalId();
      if (!wanted || !isUniqueViolation(error, 'anglers_account_id_external_id_key')) throw error;
      const { rows } = await this.pool.query<{ id: string }>(HOLDER, [accountId, wanted]);
      throw anglerExternalIdTaken(wanted, rows[0]?.id ?? 'another angler');
    }
  }
}

const HOLDER = 'SELECT id FROM anglers WHERE account_id = $1 AND external_id = $2';
