import { inTransaction, POOL } from '@cds/postgres';
import { Clock, entityTagOf, newId, SecretBox, type Requester } from '@cds/service-kit';
import { keepAnswer, type StoredResponse } from '@cds/idempotency';
import { accountDeleted } from '@cds/identity';
import { Inject, Injectable } from '@nestjs/common';
import type pg from 'pg';
import { tooManyEndpoints } from '../endpoint.errors.js';
import { auditEndpoint, hostOf } from '../endpoint-audit.js';
import type { EndpointRow } from '../endpoint-row.js';
import { endpointView, type EndpointView, withoutCredentials } from '../endpoint-view.js';
import { checkFilterIds, FilterIds, readWithFilterIds } from '../filter-ids.js';
import { lockEndpointsOf } from '../lock-endpoints.js';
import type { EndpointSettings } from '../settings/endpoint-settings.js';
import { sealHeaders } from '../settings/sealed-headers.js';
import { newSigningSecret } from '../signing-secret.js';
import { noteWatchedAnglers } from '../watched-anglers/note-watched-anglers.js';
import { EndpointCreationRates } from './endpoint-creation-rates.store.js';

const MAX_ENDPOINTS = 50;

@Injectable()
export class CreateEndpointHandler {
  constructor(
    @Inject(POOL) private readonly pool: pg.Pool,
    private readonly secrets: SecretBox,
    private readonly clock: Clock,
    private readonly filterIds: FilterIds,
    private readonly rates: EndpointCreationRates,
  ) {}

  /**
   * Creates an endpoint of the caller's account, with the settings that `read` makes of a body. Its secret is in this
   * answer and never in another one, a replay included.
   */
  async execute(
    body: unknown,
    read: (body: unknown) => EndpointSettings,
    caller: Requester,
  ): Promise<EndpointView & { secret: string }> {
    const settings = await readWithFilterIds(this.pool, body, () => read(body));
    const [id, secret, now] = [newId('webhookEndpoint'), newSigningSecret(), this.clock.now()];
    const { headers, ...others } = settings;
    const row = {
      ...others,
      id,
      headers: sealHeaders(headers, id, this.secrets),
      status: 'enabled' as const,
      disabledAt: null,
      disabledReason: null,
      createdAt: now,
      updatedAt: now,
    };
    const view = endpointView(row, this.secrets);
    await this.filterIds.settled((accepted) =>
      inTransaction(this.pool, async (tx) => {
        await checkFilterIds(tx, settings.filter, { accepted });
        await this.rates.count(tx, caller.accountId);
        await insertWithinLimit(tx, { ...row, accountId: caller.accountId, secret: this.secrets.seal(secret, id) });
        await auditEndpoint(tx, caller, ['created', id], { host: hostOf(settings.url), secret_shown: true });
        await noteWatchedAnglers(tx, [id], now);
        await keepAnswer(tx, caller.reservation, createdEndpoint(view));
      }),
    );
    return { ...view, secret };
  }
}

/** How a new endpoint is answered, but for its secret and credentials in its headers, which no store may keep. */
export const createdEndpoint = (view: EndpointView): StoredResponse => ({
  status: 201,
  headers: { location: `/v1/webhooks/${view.id}`, etag: entityTagOf(view), 'cache-control': 'no-store' },
  body: withoutCredentials(view),
});

interface NewEndpoint extends EndpointRow {
  readonly accountId: string;
  /** Sealed. */
  readonly secret: string;
}

/** The creations of an account wait for each other, so that no two of them take the last place. */
export const insertWithinLimit = async (tx: pg.PoolClient, row: NewEndpoint): Promise<void> => {
  await lockEndpointsOf(tx, row.accountId);
  if ((await tx.query('SELECT FROM deleted_accounts WHERE account_id = $1', [row.accountId])).rowCount)
    throw accountDeleted(row.accountId);
  const { rowCount } = await tx.query(INSERT, [
    row.id,
    row.accountId,
    row.url,
    row.eventTypes,
    row.description,
    row.retrySchedule && JSON.stringify(row.retrySchedule),
    row.secret,
    row.createdAt,
    MAX_ENDPOINTS,
    row.filter && JSON.stringify(row.filter),
    row.ordering,
    row.maxRatePerSecond,
    row.headers,
  ]);
  if (rowCount === 0) throw tooManyEndpoints(MAX_ENDPOINTS);
};

const INSERT = `
INSERT INTO endpoints (id, account_id, url, event_types, description, retry_schedule, secret,
  created_at, updated_at, filter, ordering, max_rate_per_second, headers)
SELECT $1, $2, $3, $4, $5, $6, $7, $8, $8, $10, $11, $12::int, $13
WHERE (SELECT count(*) FROM endpoints WHERE account_id = $2 AND deleted_at IS NULL) < $9`;
