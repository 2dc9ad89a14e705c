import { inTransaction, POOL } from '@cds/postgres';
import { Clock, type Requester, SecretBox } from '@cds/service-kit';
import { Inject, Injectable } from '@nestjs/common';
import type pg from 'pg';
import { auditEndpoint } from '../endpoint-audit.js';
import { lockEndpoint } from '../locked-endpoint.js';
import { purgeQueues } from '../purge-queues.js';
import { noteWatchedAnglers } from '../watched-anglers/note-watched-anglers.js';

@Injectable()
export class DeleteEndpointHandler {
  constructor(
    @Inject(POOL) private readonly pool: pg.Pool,
    private readonly box: SecretBox,
    private readonly clock: Clock,
  ) {}

  /** Deletes an endpoint of the caller's account; the messages that are queued for it fail. */
  async execute(id: string, caller: Requester, ifMatch: string | undefined): Promise<void> {
    await inTransaction(this.pool, async (tx) => {
      await lockEndpoint(tx, { id, accountId: caller.accountId, ifMatch }, this.box);
      const now = this.clock.now();
      await tx.query(DELETE, [id, now]);
      await noteWatchedAnglers(tx, [id], now);
      await purgeQueues(tx, [id], now);
      await auditEndpoint(tx, caller, ['deleted', id]);
    });
  }
}

const DELETE = 'UPDATE endpoints SET deleted_at = $2, updated_at = $2 WHERE id = $1';
