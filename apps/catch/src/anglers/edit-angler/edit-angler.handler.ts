import { isDeepStrictEqual } from 'node:util';
import { RelayNotifier } from '@cds/event-store';
import { inTransaction, POOL } from '@cds/postgres';
import { Clock, type Requester } from '@cds/service-kit';
import { throwIfAny } from '@cds/validation';
import { Inject, Injectable } from '@nestjs/common';
import type pg from 'pg';
import { mergeMetadata, metadataViolations } from '../../catches/write/merge-metadata.js';
import { AnglerExternalIds } from '../angler-external-ids.js';
import { AnglerLog } from '../angler-log.js';
import type { EditAnglerBody } from '../angler-schemas.js';
import { type AnglerTask, AnglerTasks } from '../angler-tasks.js';
import { AnglerTaskWorker } from '../angler-task-worker.js';
import { ANGLER_COLUMNS, type AnglerRow, anglerView, type AnglerView } from '../../angler-lookup/angler-view.js';
import { Anglers } from '../../angler-lookup/anglers.js';

/** What a patch may change. */
type Writable = Pick<AnglerRow, 'name' | 'external_id' | 'metadata'>;

interface Edited {
  row: AnglerRow;
  /** Set where the angler's catches have to follow a new name; null where a worker takes care of it later. */
  task?: AnglerTask | null;
}

@Injectable()
export class EditAnglerHandler {
  constructor(
    @Inject(POOL) private readonly pool: pg.Pool,
    private readonly log: AnglerLog,
    private readonly externalIds: AnglerExternalIds,
    private readonly anglers: Anglers,
    private readonly tasks: AnglerTasks,
    private readonly worker: AnglerTaskWorker,
    private readonly clock: Clock,
    private readonly notifier: RelayNotifier,
  ) {}

  /**
   * Merges a patch into an angler of the caller's account. `readPatch` is called once it is known that the angler is
   * the caller's, so that a stranger gets no hint about the body. A patch that changes nothing writes nothing.
   */
  async execute(
    id: string,
    readPatch: () => EditAnglerBody,
    caller: Requester,
    ifMatch: string | undefined,
  ): Promise<AnglerView> {
    let wanted: Writable | undefined;
    const write = () =>
      inTransaction(this.pool, async (tx) => {
        const now = await this.log.lockOwn(tx, id, caller.accountId, ifMatch);
        wanted = merged(now, readPatch());
        return isDeepStrictEqual(wanted, writable(now)) ? { row: now } : this.save(tx, now, wanted, caller);
      });
    const { row, task } = await this.externalIds.guard<Edited>(caller.accountId, () => wanted?.external_id, write);
    if (task !== undefined) await this.follow(caller.accountId, task);
    return anglerView(row, caller.accountId);
  }

  private async save(tx: pg.PoolClient, now: AnglerRow, wanted: Writable, caller: Requester): Promise<Edited> {
    const at = this.clock.now();
    const values = [now.id, wanted.name, wanted.external_id, wanted.metadata && JSON.stringify(wanted.metadata), at];
    const [row = now] = (await tx.query<AnglerRow>(SAVE, values)).rows;
    if (wanted.name === now.name) return { row };
    await this.log.append(tx, now.id, { type: 'AnglerRenamed', data: { accountId: caller.accountId } }, caller, at);
    return { row, task: await this.tasks.request(tx, now.id, caller.accountId, 'rename') };
  }

  private async follow(accountId: string, task: AnglerTask | null): Promise<void> {
    this.anglers.forgetOwn(accountId);
    this.notifier.wake();
    if (task) await this.worker.begin(task);
  }
}

const writable = ({ name, external_id, metadata }: AnglerRow): Writable => ({ name, external_id, metadata });

const merged = (
  now: AnglerRow,
  { name = now.name, external_id = now.external_id, metadata: patch }: EditAnglerBody,
): Writable => {
  const metadata = patch ? mergeMetadata(now.metadata, patch) : patch === null ? null : now.metadata;
  if (patch) throwIfAny({ invalid: metadataViolations(metadata) });
  return { name, external_id, metadata };
};

const SAVE = `
UPDATE anglers SET name = $2, external_id = $3, metadata = $4, updated_at = $5 WHERE id = $1
  RETURNING ${ANGLER_COLUMNS}`;
