import { inTransaction, POOL } from '@cds/postgres';
import { keepAnswer, type StoredResponse } from '@cds/idempotency';
import { Clock, entityTagOf, newId, type Requester } from '@cds/service-kit';
import { Inject, Injectable } from '@nestjs/common';
import type pg from 'pg';
import { AnglerAnnouncer } from '../../announce-anglers/angler-announcer.js';
import { AnglerExternalIds } from '../angler-external-ids.js';
import type { AddAnglerBody } from '../angler-schemas.js';
import { ANGLER_COLUMNS, type AnglerRow, anglerView, type AnglerView } from '../../angler-lookup/angler-view.js';

@Injectable()
export class AddAnglerHandler {
  constructor(
    @Inject(POOL) private readonly pool: pg.Pool,
    private readonly externalIds: AnglerExternalIds,
    private readonly clock: Clock,
    private readonly announcer: AnglerAnnouncer,
  ) {}

  /** Adds an angler to the caller's account. Catches may name them at once. */
  async execute(body: AddAnglerBody, caller: Requester): Promise<AnglerView> {
    const { name, external_id: externalId = null, metadata = null } = body;
    const values = [
      newId('angler'),
      caller.accountId,
      name,
      externalId,
      metadata && JSON.stringify(metadata),
      this.clock.now(),
    ];
    const added = await this.externalIds.guard(
      caller.accountId,
      () => externalId,
      () => inTransaction(this.pool, (tx) => add(tx, values, caller)),
    );
    this.announcer.wake();
    return added;
  }
}

const add = async (tx: pg.PoolClient, values: readonly unknown[], caller: Requester): Promise<AnglerView> => {
  const [row] = (await tx.query<AnglerRow>(ADD, [...values])).rows;
  if (!row) throw new Error('the angler was not written');
  const view = anglerView(row, caller.accountId);
  await keepAnswer(tx, caller.reservation, addedAngler(view), row.id);
  return view;
};

/** The response that has a new angler. */
export const addedAngler = (view: AnglerView): StoredResponse => ({
  status: 201,
  headers: { location: `/v1/anglers/${view.id}`, etag: entityTagOf(view) },
  body: view,
});

const ADD = `
INSERT INTO anglers (id, account_id, name, is_own, external_id, metadata, created_at, updated_at)
  VALUES ($1, $2, $3, false, $4, $5, $6, $6)
RETURNING ${ANGLER_COLUMNS}`;
