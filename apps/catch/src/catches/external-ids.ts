import { isUniqueViolation } from '@cds/errors';
import { POOL } from '@cds/service-kit';
import { Inject, Injectable } from '@nestjs/common';
import type pg from 'pg';
import { externalIdTaken } from './catch.errors.js';

/** An external_id is unique among an account's catches; one that is deleted gives its own free. The index keeps it. */
@Injectable()
export class ExternalIds {
  constructor(@Inject(POOL) private readonly pool: pg.Pool) {}

  /** Runs a write; when the index refuses the external_id, fails with `catch.external_id_taken`, naming the other catch. */
  async guard<T>(accountId: string, externalId: () => string | null | undefined, write: () => Promise<T>): Promise<T> {
    try {
      return await write();
    } catch (error) {
      const wanted = externalId();
      if (!wanted || !isUniqueViolation(error, 'catches_account_id_external_id_key')) throw error;
      const { rows } = await this.pool.query<{ id: string }>(HOLDER, [accountId, wanted]);
      throw externalIdTaken(wanted, rows[0]?.id ?? 'another catch');
    }
  }
}

const HOLDER = 'SELECT id FROM catches WHERE account_id = $1 AND external_id = $2';
