import { POOL } from '@cds/postgres';
import { Inject, Injectable } from '@nestjs/common';
import type pg from 'pg';
import { type ExternalIdTable, withUniqueExternalId } from '../unique-external-id.js';
import { anglerExternalIdTaken } from '../angler-lookup/angler.errors.js';

/** An external_id is unique among an account's anglers; the index keeps it. */
@Injectable()
export class AnglerExternalIds {
  constructor(@Inject(POOL) private readonly pool: pg.Pool) {}

  /**
   * Runs a write; when the index refuses the external_id, fails with `angler.external_id_taken`, naming the other
   * angler.
   */
  guard<T>(accountId: string, externalId: () => string | null | undefined, write: () => Promise<T>): Promise<T> {
    return withUniqueExternalId(this.pool, TABLE, accountId, externalId, write);
  }
}

const TABLE: ExternalIdTable = {
  table: 'anglers',
  taken: (externalId, holderId) => anglerExternalIdTaken(externalId, holderId ?? 'another angler'),
};
