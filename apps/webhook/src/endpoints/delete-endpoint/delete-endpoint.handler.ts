import { inTransaction, POOL } from '@cds/postgres';
import type { Caller } from '@cds/identity';
import { Clock } from '@cds/service-kit';
import { Inject, Injectable } from '@nestjs/common';
import type pg from 'pg';
import { endpointNotFound } from '../endpoint.errors.js';
import { checkEndpointId } from '../endpoint-id.js';
import { failPendingMessages } from '../fail-pending-messages.js';

@Injectable()
export class DeleteEndpointHandler {
  constructor(
    @Inject(POOL) private readonly pool: pg.Pool,
    private readonly clock: Clock,
  ) {}

  /** Deletes an endpoint of the caller's account; the messages that are queued for it fail. */
  async execute(id: string, caller: Caller): Promise<void> {
    checkEndpointId(id);
    await inTransaction(this.pool, async (tx) => {
      const { rowCount } = await tx.query(DELETE, [id, caller.accountId, this.clock.now()]);
      if (rowCount === 0) throw endpointNotFound(id);
      await failPendingMessages(tx, [id]);
    });
  }
}

const DELETE =
  'UPDATE endpoints SET deleted_at = $3, updated_at = $3 WHERE id = $1 AND account_id = $2 AND deleted_at IS NULL';
