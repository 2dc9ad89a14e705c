import { Clock, newId } from '@cds/service-kit';
import { keepAnswer } from '@cds/idempotency';
import { throwIfAny } from '@cds/validation';
import { Injectable } from '@nestjs/common';
import { PrismaService } from '../../../database/prisma.service.js';
import { statementsIn } from '../../../database/statements-in.js';
import type { Prisma } from '../../../generated/client.js';
import { AuditLog, doneBy } from '../../audit-log/audit-log.js';
import { AccountNotices } from '../../people/account-notices.js';
import type { Actor } from '../../principals/current-actor.decorator.js';
import { lockMaker } from '../../principals/lock-maker.js';
import { checkReach, inherited, makerOf, reachOf } from '../../principals/reach.js';
import type { CreateKey } from '../api-key-schemas.js';
import { apiKeyView, type ApiKeyView } from '../api-key-view.js';
import { deleteDeadKeys } from '../dead-keys.js';
import { checkHasScopes, checkMayLimit, mayManage } from '../key-grants.js';
import { createdKey, newSecret, type ShownKey } from '../new-key.js';
import { lockAccount, type NewKey, StoredKeys } from '../stored-keys.js';

@Injectable()
export class CreateKeyHandler {
  constructor(
    private readonly prisma: PrismaService,
    private readonly keys: StoredKeys,
    private readonly audit: AuditLog,
    private readonly notices: AccountNotices,
    private readonly clock: Clock,
  ) {}

  /**
   * Creates a key with rights that the caller may grant, bound to the networks and the end of the caller's credential.
   * The key is shown in this response only, not in a replay; a mail tells the account's people.
   */
  async execute(order: CreateKey, caller: Actor): Promise<ShownKey> {
    checkMayCreate(order, caller);
    const { key, ...stored } = newSecret();
    const made = { ...stored, id: newId('apiKey'), createdAt: this.clock.now(), createdBy: makerOf(caller) };
    const mails = await this.notices.due(order.account_id ?? caller.accountId, 'api-key-made');
    const view = await this.prisma.$transaction(async (tx) => {
      const maker = await reachOf(caller, tx);
      const settings = settingsOf(order, caller);
      const row = { ...settings, ...inherited(settings, maker), ...made };
      checkReach(row, maker);
      await this.notices.send(mails, tx);
      return this.store(row, caller, tx);
    });
    return { ...view, key };
  }

  private async store(row: NewKey, caller: Actor, tx: Prisma.TransactionClient): Promise<ApiKeyView> {
    const { id: targetId, accountId, scopes } = row;
    if (!(await lockAccount(accountId, tx))) throwIfAny({ rejected: [UNKNOWN_ACCOUNT] });
    await this.keys.checkHasRoom(accountId, row.createdAt, tx);
    await deleteDeadKeys(accountId, row.createdAt, tx);
    await lockMaker(caller, tx);
    const view = apiKeyView(await this.keys.insert(row, tx));
    const details = { scopes };
    await this.audit.record({ action: 'api_key.created', accountId, targetId, details, ...doneBy(caller) }, tx);
    await keepAnswer(statementsIn(tx), caller.reservation, createdKey(view));
    return view;
  }
}

const checkMayCreate = (order: CreateKey, caller: Actor): void => {
  if (order.account_id !== undefined && !mayManage(caller, order.account_id)) checkHasScopes(caller, ['admin']);
  checkHasScopes(caller, order.scopes);
  checkMayLimit(caller, limitOf(order), null);
};

const limitOf = ({ rate_limit: rate }: CreateKey) => rate && { limit: rate.limit, windowSeconds: rate.window_seconds };

const settingsOf = (order: CreateKey, caller: Actor) => ({
  accountId: order.account_id ?? caller.accountId,
  name: order.name,
  scopes: order.scopes,
  allowedCidrs: order.allowed_cidrs,
  rateLimit: order.rate_limit?.limit ?? null,
  rateWindowSeconds: order.rate_limit?.window_seconds ?? null,
  expiresAt: order.expires_at,
});

const UNKNOWN_ACCOUNT = { pointer: '/account_id', code: 'account.unknown', detail: 'is no account' } as const;
