import { HeavyReads, POOL } from '@cds/postgres';
import type { Caller } from '@cds/identity';
import { type CursorEnvelope, Cursors, listScope } from '@cds/listing';
import { Inject, Injectable } from '@nestjs/common';
import type pg from 'pg';
import type { DeliveryView } from '../delivery-view.js';
import { FailedMessages } from '../failed/failed-messages.js';
import { deliveryPage } from './delivery-page.js';
import type { ListAccountDeliveriesQuery } from './delivery-list.schemas.js';

/** What was and will be sent to all endpoints of an account. */
@Injectable()
export class AccountDeliveriesQuery {
  constructor(
    @Inject(POOL) private readonly pool: pg.Pool,
    private readonly reads: HeavyReads,
    private readonly failed: FailedMessages,
    private readonly cursors: Cursors,
  ) {}

  /** Fails with `limit.heavy_reads` when too much of the account waits. */
  async execute(
    { accountId }: Caller,
    query: ListAccountDeliveriesQuery,
    gone?: AbortSignal,
  ): Promise<CursorEnvelope<DeliveryView>> {
    const endpoints = await this.endpointsOf(accountId, query);
    const heavy = this.reads.for(accountId, gone);
    const listed = { endpoints, query, hasFailed: await this.failed.areComplete() };
    const scope = listScope('webhook-deliveries', accountId, query);
    return deliveryPage(this.cursors, scope, listed, { rows: heavy, total: heavy });
  }

  private async endpointsOf(accountId: string, { endpoint_id: wanted }: ListAccountDeliveriesQuery): Promise<string[]> {
    const { rows } = await this.pool.query<{ id: string }>(ENDPOINTS, [accountId, wanted ?? null]);
    return rows.map(({ id }) => id);
  }
}

const ENDPOINTS = `
SELECT id FROM endpoints
WHERE account_id = $1 AND deleted_at IS NULL AND ($2::text[] IS NULL OR id = ANY($2))`;
