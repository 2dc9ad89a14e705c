import { inTransaction, POOL } from '@cds/postgres';
import { Clock, newId, SecretBox, type Requester } from '@cds/service-kit';
import { keepAnswer, type StoredResponse } from '@cds/idempotency';
import { Inject, Injectable } from '@nestjs/common';
import type pg from 'pg';
import type { Endpoint } from '../../generated/client.js';
import { accountDeleted, tooManyEndpoints } from '../endpoint.errors.js';
import { endpointView, type EndpointView } from '../endpoint-view.js';
import { lockEndpointsOf } from '../lock-endpoints.js';
import { newSigningSecret } from '../signing-secret.js';
import type { CreateEndpoint } from './create-endpoint.js';

const MAX_ENDPOINTS = 50;

@Injectable()
export class CreateEndpointHandler {
  constructor(
    @Inject(POOL) private readonly pool: pg.Pool,
    private readonly secrets: SecretBox,
    private readonly clock: Clock,
  ) {}

  /**
   * Creates an endpoint of the caller's account. Its secret is in this answer and never in another one, a replay
   * included.
   */
  async execute(order: CreateEndpoint, caller: Requester): Promise<EndpointView & { secret: string }> {
    const [id, secret, now] = [newId('webhookEndpoint'), newSigningSecret(), this.clock.now()];
    const endpoint: Endpoint = {
      id,
      accountId: caller.accountId,
      url: order.url,
      eventTypes: order.event_types,
      description: order.description,
      retrySchedule: order.retry_schedule,
      status: 'enabled',
      secret: this.secrets.seal(secret, id),
      disabledAt: null,
      disabledReason: null,
      failingSince: null,
      failedAttempts: 0,
      eventVersion: 0,
      createdAt: now,
      updatedAt: now,
      deletedAt: null,
    };
    const view = endpointView(endpoint);
    await inTransaction(this.pool, async (tx) => {
      await insertWithinLimit(tx, endpoint);
      await keepAnswer(tx, caller.reservation, createdEndpoint(view));
    });
    return { ...view, secret };
  }
}

/** How a new endpoint is answered, but for its secret, which is nothing for a cache on the way. */
export const createdEndpoint = (view: EndpointView): StoredResponse => ({
  status: 201,
  headers: { location: `/v1/webhooks/${view.id}`, 'cache-control': 'no-store' },
  body: view,
});

/** An account's creations queue, so that no two of them take the last place. */
const insertWithinLimit = async (tx: pg.PoolClient, row: Endpoint): Promise<void> => {
  await lockEndpointsOf(tx, row.accountId);
  if ((await tx.query('SELECT FROM deleted_accounts WHERE account_id = $1', [row.accountId])).rowCount)
    throw accountDeleted(row.accountId);
  const { rowCount } = await tx.query(INSERT, [
    row.id,
    row.accountId,
    row.url,
    row.eventTypes,
    row.description,
    row.retrySchedule === null ? null : JSON.stringify(row.retrySchedule),
    row.secret,
    row.createdAt,
    MAX_ENDPOINTS,
  ]);
  if (rowCount === 0) throw tooManyEndpoints(MAX_ENDPOINTS);
};

const INSERT = `
INSERT INTO endpoints (id, account_id, url, event_types, description, retry_schedule, secret, created_at, updated_at)
SELECT $1, $2, $3, $4, $5, $6, $7, $8, $8
WHERE (SELECT count(*) FROM endpoints WHERE account_id = $2 AND deleted_at IS NULL) < $9`;
