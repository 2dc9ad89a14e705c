import { acceptBody, Clock, newId, parseBody, POOL, type Requester } from '@cds/service-kit';
import { Inject, Injectable } from '@nestjs/common';
import type pg from 'pg';
import { AnglerExternalIds } from '../angler-external-ids.js';
import { addAnglerBody } from '../angler-schemas.js';
import { ANGLER_COLUMNS, type AnglerRow, anglerView, type AnglerView } from '../angler-view.js';

@Injectable()
export class AddAnglerHandler {
  constructor(
    @Inject(POOL) private readonly pool: pg.Pool,
    private readonly externalIds: AnglerExternalIds,
    private readonly clock: Clock,
  ) {}

  /** The account knows one angler more, who may be named in its catches at once. */
  async execute(body: unknown, caller: Requester): Promise<AnglerView> {
    const { name, external_id: externalId = null, metadata = null } = acceptBody(parseBody(addAnglerBody, body));
    const values = [newId('angler'), caller.accountId, name, externalId, metadata && JSON.stringify(metadata), this.clock.now()];
    const added = await this.externalIds.guard(caller.accountId, () => externalId, () => this.pool.query<AnglerRow>(ADD, values));
    const [row] = added.rows;
    if (!row) throw new Error('the angler was not written');
    return anglerView(row, caller.accountId);
  }
}

const ADD = `
INSERT INTO anglers (id, account_id, name, is_own, external_id, metadata, created_at, updated_at) VALUES ($1, $2, $3, false, $4, $5, $6, $6)
RETURNING ${ANGLER_COLUMNS}`;
