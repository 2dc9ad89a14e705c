import { recordAudit } from '@cds/audit';
import { ERASED_ANGLER } from '@cds/contracts';
import { RelayNotifier } from '@cds/event-store';
import { inTransaction, POOL } from '@cds/postgres';
import { Clock, type Requester } from '@cds/service-kit';
import { Inject, Injectable } from '@nestjs/common';
import type pg from 'pg';
import { dropExportsWith } from '../../exports/drop-exports-with.js';
import { AnglerLog } from '../angler-log.js';
import { Anglers } from '../../angler-lookup/anglers.js';
import { AnglerTasks } from '../angler-tasks.js';
import { AnglerTaskWorker } from '../angler-task-worker.js';

@Injectable()
export class EraseAnglerHandler {
  constructor(
    @Inject(POOL) private readonly pool: pg.Pool,
    private readonly log: AnglerLog,
    private readonly anglers: Anglers,
    private readonly tasks: AnglerTasks,
    @Inject(AnglerTaskWorker) private readonly worker: Pick<AnglerTaskWorker, 'begin'>,
    private readonly clock: Clock,
    @Inject(RelayNotifier) private readonly notifier: Pick<RelayNotifier, 'wake'>,
  ) {}

  /**
   * Erases the caller's own angler for good. Nothing personal of theirs is answered once this is committed; what is
   * still stored of it is removed after that, in the background where it is much.
   */
  async execute(id: string, caller: Requester, ifMatch: string | undefined): Promise<void> {
    await this.erase(id, caller.accountId, { caller, ifMatch, traceparent: caller.traceparent });
  }

  /** The same for an account that is gone: nobody asks, and the trace is that of its deletion. */
  async eraseOf(accountId: string, id: string, traceparent: string | null): Promise<void> {
    await this.erase(id, accountId, { caller: null, ifMatch: undefined, traceparent });
  }

  private async erase(id: string, accountId: string, { caller, ifMatch, traceparent }: Cause): Promise<void> {
    const task = await inTransaction(this.pool, async (tx) => {
      await this.log.lockOwn(tx, id, accountId, ifMatch);
      const at = this.clock.now();
      await tx.query(ERASE, [id, ERASED_ANGLER, at]);
      await dropExportsWith(tx, id);
      await this.log.append(tx, id, { type: 'AnglerErased', data: { accountId } }, caller, at, traceparent);
      if (caller) await recordAudit(tx, caller, { action: 'angler.erased', targetId: id });
      return this.tasks.request(tx, id, accountId, 'erase');
    });
    this.anglers.forgetOwn(accountId);
    this.notifier.wake();
    if (task) await this.worker.begin(task);
  }
}

/** Who erases an angler, and under which trace. */
interface Cause {
  readonly caller: Requester | null;
  readonly ifMatch: string | undefined;
  readonly traceparent: string | null;
}

const ERASE = `
UPDATE anglers SET name = $2, external_id = NULL, metadata = NULL, is_own = false, updated_at = $3, erased_at = $3,
  announced_at = NULL
  WHERE id = $1`;
