import { Clock, newId } from '@cds/service-kit';
import { keepAnswer } from '@cds/idempotency';
import { Injectable } from '@nestjs/common';
import { PrismaService } from '../../../database/prisma.service.js';
import { statementsIn } from '../../../database/statements-in.js';
import type { Prisma } from '../../../generated/client.js';
import { AuditLog, doneBy } from '../../audit-log/audit-log.js';
import { AccountNotices } from '../../people/account-notices.js';
import type { Actor } from '../../principals/current-actor.decorator.js';
import { lockMaker } from '../../principals/lock-maker.js';
import { checkReach, reachOf } from '../../principals/reach.js';
import { apiKeyInactive } from '../api-key.errors.js';
import type { RollKey } from '../api-key-schemas.js';
import { type ApiKeyRow, apiKeyView } from '../api-key-view.js';
import { deleteDeadKeys } from '../dead-keys.js';
import { KeyCache } from '../key-cache.js';
import { checkHasScopes } from '../key-grants.js';
import { createdKey, newSecret, type ShownKey } from '../new-key.js';
import { storedScopes } from '../stored-scopes.js';
import { checkIsKept, type KeyChanges, lockAccount, type NewKey, StoredKeys } from '../stored-keys.js';

@Injectable()
export class RollKeyHandler {
  constructor(
    private readonly prisma: PrismaService,
    private readonly keys: StoredKeys,
    private readonly cache: KeyCache,
    private readonly audit: AuditLog,
    private readonly notices: AccountNotices,
    private readonly clock: Clock,
  ) {}

  /**
   * Creates a key with the settings of an old one, which ends with the grace. The new key is shown in this response
   * only. `readOrder` is called once the old key is found, so that a missing key is reported before a faulty body.
   */
  async execute(id: string, readOrder: () => RollKey, caller: Actor): Promise<ShownKey> {
    const { key, ...stored } = newSecret();
    const { accountId } = await this.keys.find(id, caller);
    const mails = await this.notices.due(accountId, 'api-key-made');
    const view = await this.prisma.$transaction(async (tx) => {
      const old = await this.lock(id, caller, tx);
      const { grace_seconds: graceSeconds } = readOrder();
      checkHasScopes(caller, storedScopes(old.scopes));
      checkReach(old, await reachOf(caller, tx));
      const at = this.clock.now();
      if (old.expiresAt && old.expiresAt <= at) throw apiKeyInactive(id, 'has expired');
      if (graceSeconds > 0) await this.keys.checkHasRoom(old.accountId, at, tx);
      const row = await this.keys.insert(
        { ...settingsOf(old), ...stored, id: newId('apiKey'), createdAt: at, createdBy: old.createdBy },
        tx,
      );
      await this.keys.save(id, { ...endOf(old, at, graceSeconds), replacedBy: row.id }, at, tx);
      await deleteDeadKeys(old.accountId, at, tx);
      await this.noteRoll(old, row.id, graceSeconds, caller, tx);
      await this.notices.send(mails, tx);
      await keepAnswer(statementsIn(tx), caller.reservation, createdKey(apiKeyView(row)));
      return apiKeyView(row);
    });
    this.cache.changed(accountId);
    return { ...view, key };
  }

  /** The account is locked before the key, which is the order in which the deletion of an account locks them. */
  private async lock(id: string, caller: Actor, tx: Prisma.TransactionClient): Promise<ApiKeyRow> {
    const { accountId } = await this.keys.find(id, caller, tx);
    await lockAccount(accountId, tx);
    await lockMaker(caller, tx);
    const old = await this.keys.lock(id, caller, undefined, tx);
    checkIsKept(old);
    return old;
  }

  private async noteRoll(
    { id, accountId }: ApiKeyRow,
    newKeyId: string,
    graceSeconds: number,
    caller: Actor,
    tx: Prisma.TransactionClient,
  ): Promise<void> {
    const details = { replaced_by: newKeyId, grace_seconds: graceSeconds };
    await this.audit.record({ action: 'api_key.rolled', accountId, targetId: id, details, ...doneBy(caller) }, tx);
  }
}

/** What the new key takes over from the old one. */
const settingsOf = ({
  accountId,
  name,
  scopes,
  allowedCidrs,
  rateLimit,
  rateWindowSeconds,
  expiresAt,
}: ApiKeyRow): Omit<NewKey, 'id' | 'hash' | 'prefix' | 'createdAt' | 'createdBy'> => ({
  accountId,
  name,
  scopes,
  allowedCidrs,
  rateLimit,
  rateWindowSeconds,
  expiresAt,
});

/** When the old key ends: with the grace, but never later than it would have ended by itself. */
const endOf = (old: ApiKeyRow, at: Date, graceSeconds: number): KeyChanges => {
  if (graceSeconds === 0) return { revokedAt: at };
  const graceEnds = new Date(at.getTime() + graceSeconds * 1_000);
  return old.expiresAt && old.expiresAt < graceEnds ? {} : { expiresAt: graceEnds };
};
