import { EventStore, RelayNotifier } from '@cds/event-store';
import { inTransaction, POOL } from '@cds/postgres';
import { Clock, newId } from '@cds/service-kit';
import { Inject, Injectable } from '@nestjs/common';
import type pg from 'pg';
import { KeyCache } from '../../api-keys/key-cache.js';
import { AuditLog, doneBy } from '../../audit-log/audit-log.js';
import type { Actor } from '../../principals/current-actor.decorator.js';
import { revokeAccount } from '../../oauth/revoke-account.js';
import { removePeople } from '../../people/remove-people.js';
import { ownAccount } from '../account.errors.js';
import type { AccountEvent } from '../account.events.js';
import { Accounts } from '../accounts.js';

@Injectable()
export class DeleteAccountHandler {
  private readonly events = new EventStore<AccountEvent>({ newEventId: () => newId('event') });

  constructor(
    @Inject(POOL) private readonly pool: pg.Pool,
    private readonly accounts: Accounts,
    private readonly keys: KeyCache,
    private readonly audit: AuditLog,
    private readonly clock: Clock,
    private readonly relay: RelayNotifier,
  ) {}

  /**
   * Deletes an account for good: its keys and tokens stop on every copy within seconds, its people are signed out, and
   * the other services hear of it. The row stays, without anything that names somebody.
   */
  async execute(id: string, caller: Actor, ifMatch: string | undefined): Promise<void> {
    if (id === caller.accountId) throw ownAccount(id);
    await inTransaction(this.pool, async (tx) => {
      await this.accounts.lock(tx, id, ifMatch);
      await this.remove(tx, id, caller, this.clock.now());
    });
    this.keys.changed();
    this.relay.wake();
  }

  private async remove(tx: pg.PoolClient, id: string, caller: Actor, occurredAt: Date): Promise<void> {
    await tx.query(DELETE, [id, DELETED_NAME, occurredAt]);
    await tx.query(REVOKE_KEYS, [id, occurredAt]);
    await removePeople(tx, id);
    await revokeAccount(id, tx);
    await this.audit.record({ action: 'account.deleted', accountId: id, targetId: id, ...doneBy(caller) }, tx);
    const { accountId, credentialId, requestId, traceparent } = caller;
    await this.events.append(tx, id, 0, [{ type: 'AccountDeleted', data: {} }], {
      occurredAt,
      actor: { accountId, credentialId },
      requestId,
      traceparent,
    });
  }
}

const DELETED_NAME = 'deleted account';

/** Without its handle, so that the installation can have such an account again. */
const DELETE =
  'UPDATE accounts SET name = $2, email = NULL, handle = NULL, deleted_at = $3, updated_at = $3 WHERE id = $1';

const REVOKE_KEYS = 'UPDATE api_keys SET revoked_at = $2, updated_at = $2 WHERE account_id = $1 AND revoked_at IS NULL';
