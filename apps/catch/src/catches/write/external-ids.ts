import { POOL } from '@cds/postgres';
import { Inject, Injectable } from '@nestjs/common';
import type pg from 'pg';
import { type ExternalIdTable, withUniqueExternalId } from '../../unique-external-id.js';
import { externalIdTaken } from '../model/catch.errors.js';

/** An external_id is unique among the catches of an account; a deletion frees it. A unique index enforces this. */
@Injectable()
export class ExternalIds {
  constructor(@Inject(POOL) private readonly pool: pg.Pool) {}

  /**
   * Runs a write; when the index refuses the external_id, fails with `catch.external_id_taken`, naming the other catch.
   */
  guard<T>(accountId: string, externalId: () => string | null | undefined, write: () => Promise<T>): Promise<T> {
    return withUniqueExternalId(this.pool, TABLE, accountId, externalId, write);
  }
}

const TABLE: ExternalIdTable = {
  table: 'catches',
  taken: (externalId, holderId) => externalIdTaken(externalId, holderId ?? 'another catch'),
};
