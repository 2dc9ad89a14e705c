import { Clock, entityTagOf, newId } from '@cds/service-kit';
import { keepAnswer, type StoredResponse } from '@cds/idempotency';
import { Injectable } from '@nestjs/common';
import { PrismaService } from '../../../../database/prisma.service.js';
import { statementsIn } from '../../../../database/statements-in.js';
import type { OAuthClient, Prisma } from '../../../../generated/client.js';
import { checkHasScopes } from '../../../api-keys/key-grants.js';
import { lockAccount } from '../../../api-keys/stored-keys.js';
import { AuditLog, doneBy } from '../../../audit-log/audit-log.js';
import { AccountNotices } from '../../../people/account-notices.js';
import { invalidCredential } from '../../../principals/credentials.errors.js';
import type { Actor } from '../../../principals/current-actor.decorator.js';
import { lockMaker } from '../../../principals/lock-maker.js';
import { checkIsUnbound, makerOf, reachOf } from '../../../principals/reach.js';
import type { CreateClient } from '../client-schemas.js';
import { hashOfClientSecret, makeClientSecret } from '../client-secret.js';
import { type ClientView, clientView } from '../client-view.js';
import { tooManyClients } from '../client.errors.js';

const MAX_CLIENTS = 100;

/** A client that was just created, with its secret, which is shown only now; a public client has none. */
export type CreatedClient = ClientView & { readonly client_secret?: string };

@Injectable()
export class CreateClientHandler {
  constructor(
    private readonly prisma: PrismaService,
    private readonly audit: AuditLog,
    private readonly notices: AccountNotices,
    private readonly clock: Clock,
  ) {}

  /**
   * Creates a client, which is bound to no network and no time: only a credential that is not bound itself, or an app
   * that a person let do so, can make one. Its secret is shown in this response only, not in a replay.
   */
  async execute(order: CreateClient, caller: Actor): Promise<CreatedClient> {
    checkHasScopes(caller, order.scopes);
    const secret = order.confidential ? makeClientSecret() : undefined;
    const client = clientOf(order, caller, secret, this.clock.now());
    const mails = await this.notices.due(caller.accountId, 'oauth-client-made');
    const view = await this.prisma.$transaction(async (tx) => {
      if (caller.credential.grantId === null) checkIsUnbound(await reachOf(caller, tx));
      await this.notices.send(mails, tx);
      return this.store(client, caller, tx);
    });
    return { ...view, ...(secret !== undefined && { client_secret: secret }) };
  }

  private async store(client: OAuthClient, caller: Actor, tx: Prisma.TransactionClient): Promise<ClientView> {
    const { id, accountId, scopes } = client;
    await checkHasRoom(accountId, tx);
    await lockMaker(caller, tx);
    const view = clientView(await tx.oAuthClient.create({ data: client }));
    const details = { scopes };
    await this.audit.record(
      { action: 'oauth_client.created', accountId, targetId: id, details, ...doneBy(caller) },
      tx,
    );
    await keepAnswer(statementsIn(tx), caller.reservation, createdClient(view));
    return view;
  }
}

/**
 * The creations of one account wait for each other, so that the limit holds, and for its deletion, which ends the
 * credential that asks.
 */
const checkHasRoom = async (accountId: string, tx: Prisma.TransactionClient): Promise<void> => {
  if (!(await lockAccount(accountId, tx))) throw invalidCredential('revoked');
  if ((await tx.oAuthClient.count({ where: { accountId, deletedAt: null } })) >= MAX_CLIENTS)
    throw tooManyClients(MAX_CLIENTS);
};

const clientOf = (order: CreateClient, caller: Actor, secret: string | undefined, createdAt: Date): OAuthClient => ({
  id: newId('oauthClient'),
  accountId: caller.accountId,
  name: order.name,
  secretHash: secret === undefined ? null : hashOfClientSecret(secret),
  redirectUris: order.redirect_uris,
  grantTypes: order.grant_types,
  scopes: order.scopes,
  createdAt,
  updatedAt: createdAt,
  createdBy: makerOf(caller),
  deletedAt: null,
});

/**
 * The response to the request that created a client, without the secret, which neither a cache nor a replay may hold.
 */
export const createdClient = (view: ClientView): StoredResponse => ({
  status: 201,
  headers: { location: `/v1/oauth-clients/${view.id}`, etag: entityTagOf(view), 'cache-control': 'no-store' },
  body: view,
});
