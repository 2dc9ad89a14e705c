import { SCOPES } from '@cds/contracts';
import type { Caller } from '@cds/identity';
import { entityTagOf, matchesTag } from '@cds/service-kit';
import { Injectable } from '@nestjs/common';
import { checkHasScopes, mayManage } from '../../api-keys/key-grants.js';
import { PrismaService } from '../../../database/prisma.service.js';
import type { OAuthClient, Prisma } from '../../../generated/client.js';
import { clientView } from './client-view.js';
import { clientChanged, clientNotFound } from './client.errors.js';

/** OAuth clients: an account's own, and every one for `admin`. */
@Injectable()
export class Clients {
  constructor(private readonly prisma: PrismaService) {}

  /** Fails with `oauth_client.not_found` where there is none, or another account's without the scope `admin`. */
  async find(id: string, caller: Caller, tx: Prisma.TransactionClient = this.prisma): Promise<OAuthClient> {
    const client = await tx.oAuthClient.findUnique({ where: { id } });
    if (!client || client.deletedAt || !mayManage(caller, client.accountId)) throw clientNotFound(id);
    return client;
  }

  /**
   * The same, kept from changing until the transaction ends. Fails with `request.precondition_failed` when `If-Match`
   * has not its tag.
   */
  async lock(
    id: string,
    caller: Caller,
    ifMatch: string | undefined,
    tx: Prisma.TransactionClient,
  ): Promise<OAuthClient> {
    await tx.$executeRaw`SELECT 1 FROM oauth_clients WHERE id = ${id} FOR UPDATE`;
    const client = await this.find(id, caller, tx);
    if (ifMatch !== undefined && !matchesTag(ifMatch, entityTagOf(clientView(client)))) throw clientChanged(id);
    return client;
  }
}

/** Nobody hands on, nor gets at, a scope that they lack: fails with `auth.scope`. */
export const checkHasAll = (caller: Caller, scopes: readonly string[]): void =>
  checkHasScopes(
    caller,
    SCOPES.filter((scope) => scopes.includes(scope)),
  );
