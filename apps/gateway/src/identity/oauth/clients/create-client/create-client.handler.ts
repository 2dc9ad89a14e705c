import { inTransaction, POOL } from '@cds/postgres';
import { acceptBody, parseBody, throwIfAny } from '@cds/validation';
import { Clock, entityTagOf, newId } from '@cds/service-kit';
import { keepAnswer, type StoredResponse } from '@cds/idempotency';
import { Inject, Injectable } from '@nestjs/common';
import type pg from 'pg';
import { checkHasScopes } from '../../../api-keys/key-grants.js';
import { AuditLog, doneBy } from '../../../audit-log/audit-log.js';
import type { Actor } from '../../../principals/current-actor.decorator.js';
import { type CreateClient, createClientBody, misfits } from '../client-schemas.js';
import { hashOfClientSecret, makeClientSecret } from '../client-secret.js';
import { type ClientView, clientView } from '../client-view.js';
import { tooManyClients } from '../client.errors.js';

const MAX_CLIENTS = 100;

/** A client that was just made, with its secret, which is shown this once; a public one has none. */
export type CreatedClient = ClientView & { readonly client_secret?: string };

@Injectable()
export class CreateClientHandler {
  constructor(
    @Inject(POOL) private readonly pool: pg.Pool,
    private readonly audit: AuditLog,
    private readonly clock: Clock,
  ) {}

  /** The secret is in this answer and in no other one, a replay included. */
  async execute(body: unknown, caller: Actor): Promise<CreatedClient> {
    const order = accept(body);
    checkHasScopes(caller, order.scopes);
    const secret = order.confidential ? makeClientSecret() : undefined;
    const view = await inTransaction(this.pool, (tx) => this.store(tx, order, secret, caller));
    return { ...view, ...(secret !== undefined && { client_secret: secret }) };
  }

  private async store(
    tx: pg.PoolClient,
    order: CreateClient,
    secret: string | undefined,
    caller: Actor,
  ): Promise<ClientView> {
    const { accountId } = caller;
    const now = this.clock.now();
    // Makers of one account wait for each other, so that the limit holds.
    await tx.query('SELECT 1 FROM accounts WHERE id = $1 FOR UPDATE', [accountId]);
    const { rows } = await tx.query<{ count: number }>(
      'SELECT count(*)::int AS count FROM oauth_clients WHERE account_id = $1',
      [accountId],
    );
    if ((rows[0]?.count ?? 0) >= MAX_CLIENTS) throw tooManyClients(MAX_CLIENTS);
    const client = {
      id: newId('oauthClient'),
      name: order.name,
      secretHash: secret === undefined ? null : hashOfClientSecret(secret),
      redirectUris: order.redirect_uris,
      grantTypes: order.grant_types,
      scopes: order.scopes,
      createdAt: now,
      updatedAt: now,
    };
    await tx.query(INSERT, [
      client.id,
      accountId,
      client.name,
      client.secretHash,
      client.redirectUris,
      client.grantTypes,
      client.scopes,
      now,
    ]);
    await this.audit.record(
      {
        action: 'oauth_client.created',
        accountId,
        targetId: client.id,
        details: { scopes: order.scopes },
        ...doneBy(caller),
      },
      tx,
    );
    await keepAnswer(tx, caller.reservation, createdClient(clientView(client)));
    return clientView(client);
  }
}

/** How a new client is answered, but for its secret, which is nothing for a cache on the way nor for a repeat. */
export const createdClient = (view: ClientView): StoredResponse => ({
  status: 201,
  headers: { location: `/v1/oauth-clients/${view.id}`, etag: entityTagOf(view), 'cache-control': 'no-store' },
  body: view,
});

const accept = (body: unknown): CreateClient => {
  const parsed = parseBody(createClientBody, body);
  throwIfAny({ invalid: [...(parsed.violations ?? []), ...misfits(parsed.partial)] });
  return acceptBody(parsed);
};

const INSERT = `
  INSERT INTO oauth_clients (id, account_id, name, secret_hash, redirect_uris, grant_types, scopes, created_at,
  updated_at)
  VALUES ($1, $2, $3, $4, $5, $6, $7, $8, $8)`;
