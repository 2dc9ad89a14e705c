import type { Queryable } from '@cds/postgres';
import { EventStore } from '@cds/event-store';
import { entityTagOf, matchesTag, newId, type Requester } from '@cds/service-kit';
import { Injectable } from '@nestjs/common';
import { anglerCodec } from './angler.codec.js';
import { anglerChanged, anglerErased, anglerForbidden, anglerNotFound } from '../angler-lookup/angler.errors.js';
import type { AnglerEvent } from './angler.events.js';
import { isAnglerId } from './angler-id.js';
import { ANGLER_COLUMNS, type AnglerRow, anglerView } from '../angler-lookup/angler-view.js';

/** Locks anglers for writers and appends their events. Every call runs in the caller's transaction. */
@Injectable()
export class AnglerLog {
  private readonly store = new EventStore<AnglerEvent>({ newEventId: () => newId('event'), codec: anglerCodec });

  /**
   * Locks an angler of the account until the transaction ends. Fails with `angler.not_found`, `angler.erased`,
   * `angler.forbidden`, or `request.precondition_failed` where `If-Match` does not have the angler's tag.
   */
  async lockOwn(tx: Queryable, id: string, accountId: string, ifMatch: string | undefined): Promise<AnglerRow> {
    if (!isAnglerId(id)) throw anglerNotFound(id);
    const { rows } = await tx.query<AnglerRow>(`SELECT ${ANGLER_COLUMNS} FROM anglers WHERE id = $1 FOR UPDATE`, [id]);
    const [row] = rows;
    if (!row) throw anglerNotFound(id);
    if (row.erased_at) throw anglerErased(id);
    if (row.account_id !== accountId) throw anglerForbidden(id);
    if (ifMatch !== undefined && !matchesTag(ifMatch, entityTagOf(anglerView(row, accountId)))) throw anglerChanged(id);
    return row;
  }

  /** Appends to the stream of a locked angler. `caller` is null for what the service does by itself. */
  async append(
    tx: Queryable,
    id: string,
    event: AnglerEvent,
    caller: Requester | null,
    occurredAt: Date,
    traceparent: string | null = caller?.traceparent ?? null,
  ): Promise<void> {
    const { rows } = await tx.query<{ version: number }>(
      'UPDATE anglers SET version = version + 1 WHERE id = $1 RETURNING version',
      [id],
    );
    const version = rows[0]?.version ?? 0;
    const actor = caller && { accountId: caller.accountId, credentialId: caller.credentialId };
    await this.store.append(tx, id, version - 1, [event], {
      occurredAt,
      actor,
      requestId: caller?.requestId ?? null,
      traceparent,
    });
  }
}
