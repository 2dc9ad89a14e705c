import { EventStore, RelayNotifier } from '@cds/event-store';
import { Clock, newId } from '@cds/service-kit';
import { Injectable } from '@nestjs/common';
import { PrismaService } from '../../../database/prisma.service.js';
import { statementsIn } from '../../../database/statements-in.js';
import type { Prisma } from '../../../generated/client.js';
import { KeyCache } from '../../api-keys/key-cache.js';
import { AuditLog, doneBy } from '../../audit-log/audit-log.js';
import type { Actor } from '../../principals/current-actor.decorator.js';
import { Revocations } from '../../oauth/revocations/revocations.js';
import { revokeAccount } from '../../oauth/revoke-account.js';
import { removePeople } from '../../people/remove-people.js';
import { accountCodec } from '../account.codec.js';
import { ownAccount, sharedAccount } from '../account.errors.js';
import type { AccountEvent } from '../account.events.js';
import { Accounts } from '../accounts.js';

@Injectable()
export class DeleteAccountHandler {
  private readonly events = new EventStore<AccountEvent>({ newEventId: () => newId('event'), codec: accountCodec });

  constructor(
    private readonly prisma: PrismaService,
    private readonly accounts: Accounts,
    private readonly keys: KeyCache,
    private readonly revocations: Revocations,
    private readonly audit: AuditLog,
    private readonly clock: Clock,
    private readonly relay: RelayNotifier,
  ) {}

  /**
   * Deletes an account for good: its keys and tokens stop working, on this copy of the gateway at once and on the
   * others within a second, its people are signed out, and an event tells the other services. The row stays, without
   * anything that identifies a person.
   */
  async execute(id: string, caller: Actor, ifMatch: string | undefined): Promise<void> {
    if (id === caller.accountId) throw ownAccount(id);
    await this.delete(id, caller, ifMatch);
  }

  /** The same for one's own account, by the one person of it. Admins' accounts are deleted by other admins. */
  async close(caller: Actor): Promise<void> {
    const { accountId } = caller;
    // As they are stored: an administrator may lack the scope until they have a second factor.
    const isOfAdmin = { accountId, scopes: { has: 'admin' } };
    if ((await this.prisma.person.count({ where: isOfAdmin })) > 0) throw ownAccount(accountId);
    if ((await this.prisma.person.count({ where: { accountId } })) > 1) throw sharedAccount(accountId);
    await this.delete(accountId, caller, undefined);
  }

  private async delete(id: string, caller: Actor, ifMatch: string | undefined): Promise<void> {
    const clientIds = await this.prisma.$transaction(async (tx) => {
      await this.accounts.lock(id, ifMatch, tx);
      return this.remove(tx, id, caller, this.clock.now());
    });
    this.keys.changed(id);
    this.revocations.add('account', [id]);
    this.revocations.add('client', clientIds);
    this.relay.wake();
  }

  /** Resolves to the ids of the account's OAuth clients. */
  private async remove(tx: Prisma.TransactionClient, id: string, caller: Actor, occurredAt: Date): Promise<string[]> {
    await tx.account.update({ where: { id }, data: { ...EMPTIED, deletedAt: occurredAt, updatedAt: occurredAt } });
    const revoked = { revokedAt: occurredAt, updatedAt: occurredAt };
    await tx.apiKey.updateMany({ where: { accountId: id, revokedAt: null }, data: revoked });
    await forgetKeyNames(id, tx);
    await removePeople(tx, id);
    await tx.receiver.deleteMany({ where: { accountId: id } });
    const clientIds = await revokeAccount(id, occurredAt, tx);
    await this.audit.record({ action: 'account.deleted', accountId: id, targetId: id, ...doneBy(caller) }, tx);
    const { accountId, credentialId, requestId, traceparent } = caller;
    await this.events.append(statementsIn(tx), id, 0, [{ type: 'AccountDeleted', data: {} }], {
      occurredAt,
      actor: { accountId, credentialId },
      requestId,
      traceparent,
    });
    return clientIds;
  }
}

/** Most keys whose names are forgotten, the newest: an account has 100 good ones at most. */
const MOST_NAMES = 10_000;

/** People write into the names of keys what they please. */
const forgetKeyNames = async (accountId: string, tx: Prisma.TransactionClient): Promise<void> => {
  await tx.$executeRaw`
    UPDATE api_keys SET name = ${EMPTIED.name} WHERE id IN (
      SELECT id FROM api_keys WHERE account_id = ${accountId} ORDER BY created_at DESC, id DESC LIMIT ${MOST_NAMES})`;
};

/** The handle becomes free, so that the installation can have an account with it again. */
const EMPTIED = { name: 'deleted account', email: null, handle: null };
