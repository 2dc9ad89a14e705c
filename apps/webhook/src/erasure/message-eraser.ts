import { inTransaction, POOL } from '@cds/postgres';
import { BackgroundWork, type Leased, RETRY_FOREVER, type Turn, type TurnEnd } from '@cds/work-queue';
import { Inject, Injectable } from '@nestjs/common';
import type pg from 'pg';
import { type DueErasure, DueErasures } from './due-erasures.js';
import { withoutAnglers } from './without-anglers.js';

const BATCH = 500;
/** By then no message that was being written at the erasure is left. */
const SETTLED_SECONDS = 60;

/**
 * Removes erased anglers from stored events and messages, a batch per transaction. A minute later it looks once more,
 * for what was being written at the same moment.
 */
@Injectable()
export class MessageEraser {
  constructor(
    @Inject(POOL) private readonly pool: pg.Pool,
    private readonly due: DueErasures,
    background: BackgroundWork,
  ) {
    background.worker<DueErasure>({
      name: 'message-erasures',
      queue: due,
      retry: RETRY_FOREVER,
      work: (angler, turn) => this.erase(angler, turn),
    });
  }

  private async erase(angler: Leased<DueErasure>, turn: Turn): Promise<TurnEnd> {
    for (const table of ['webhook_events', 'messages'])
      while ((await inTransaction(this.pool, (tx) => this.eraseBatch(tx, table, angler))) === BATCH)
        if (turn.isOver()) return { afterSeconds: 0 };
    return angler.ageSeconds > SETTLED_SECONDS ? 'done' : { afterSeconds: SETTLED_SECONDS + 1 };
  }

  /** Returns how many payloads there were. */
  private async eraseBatch(tx: pg.PoolClient, table: string, angler: Leased<DueErasure>): Promise<number> {
    await this.due.progress(tx, angler);
    const { rows } = await tx.query<{ id: string; payload: string }>(payloadsIn(table), [angler.id, BATCH]);
    const erased = new Set([angler.id]);
    const payloads = rows.map(({ payload }) => JSON.stringify(withoutAnglers(JSON.parse(payload), erased)));
    await tx.query(saveIn(table), [rows.map(({ id }) => id), payloads, angler.id]);
    return rows.length;
  }
}

const payloadsIn = (table: string): string =>
  `SELECT id, payload FROM ${table} WHERE angler_ids @> ARRAY[$1] ORDER BY id LIMIT $2 FOR UPDATE`;

/** Without the angler in its ids a payload is not found again. */
const saveIn = (table: string): string => `
UPDATE ${table} AS erased SET payload = saved.payload, angler_ids = array_remove(erased.angler_ids, $3)
FROM unnest($1::text[], $2::text[]) AS saved (id, payload) WHERE erased.id = saved.id`;
