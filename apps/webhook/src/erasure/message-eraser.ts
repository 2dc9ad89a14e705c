import { inTransaction, POOL, prepared } from '@cds/postgres';
import { BackgroundWork, type Leased, RETRY_FOREVER, type Turn, type TurnEnd } from '@cds/work-queue';
import { Inject, Injectable } from '@nestjs/common';
import type pg from 'pg';
import { type DueErasure, DueErasures } from './due-erasures.js';
import { CLEAR_ANSWERS, EVENTS, FORMER_PAYLOADS, MESSAGES, PAYLOADS, saveIn } from './erasures.sql.js';
import { withoutAnglers } from './without-anglers.js';

/** Events that are looked up at once, which reads the index of all events of the angler. */
const LOOK = 10_000;
/** Payloads that one transaction rewrites. */
const BATCH = 200;
/** Messages whose answers one transaction empties. */
const ANSWERS_BATCH = 500;
/** By then no message that was being written, and no attempt that was being made at the erasure is left. */
const SETTLED_SECONDS = 60;

interface Payload {
  readonly id: string;
  readonly payload: string;
}

interface Message {
  readonly id: string;
  readonly endpointId: string;
}

/**
 * Removes erased anglers from stored events, and what receivers answered to these, as an answer may repeat what was
 * sent. Works in batches, each a transaction. A minute later it does so once more, for what was being written or sent
 * at the same moment.
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
    const isLast = angler.ageSeconds > SETTLED_SECONDS;
    for (let after: string | null = ''; after !== null; after = await this.eraseEvents(angler, after, isLast, turn))
      if (turn.isOver()) return { afterSeconds: 0 };
    if (turn.isOver()) return { afterSeconds: 0 };
    while ((await inTransaction(this.pool, (tx) => this.eraseFormer(tx, angler))) === BATCH)
      if (turn.isOver()) return { afterSeconds: 0 };
    return isLast ? 'done' : { afterSeconds: SETTLED_SECONDS + 1 };
  }

  /** Erases some of the events after one; returns the last of them, or null when there are no more. */
  private async eraseEvents(
    angler: Leased<DueErasure>,
    after: string,
    isLast: boolean,
    turn: Turn,
  ): Promise<string | null> {
    const { rows } = await this.pool.query<{ id: string }>(
      prepared({ text: EVENTS, values: [angler.id, after, LOOK] }),
    );
    const ids = rows.map(({ id }) => id);
    for (let at = 0; at < ids.length && !turn.isOver(); at += BATCH) {
      const some = ids.slice(at, at + BATCH);
      await this.clearAnswers(angler, some);
      await inTransaction(this.pool, async (tx) => {
        const payloads = await tx.query<Payload>(prepared({ text: PAYLOADS, values: [some] }));
        await this.save(tx, angler, { table: 'webhook_events', rows: payloads.rows, isLast });
      });
    }
    return ids.length < LOOK ? null : (ids.at(-1) ?? null);
  }

  private async clearAnswers(angler: Leased<DueErasure>, eventIds: readonly string[]): Promise<void> {
    let messageIds: string[] = [];
    const clear = () =>
      inTransaction(this.pool, async (tx) => {
        await this.due.progress(tx, angler);
        await tx.query(prepared({ text: CLEAR_ANSWERS, values: [messageIds] }));
        messageIds = [];
      });
    for (const eventId of eventIds)
      for (let after: string | undefined = ''; after !== undefined;) {
        const values: unknown[] = [eventId, after, ANSWERS_BATCH];
        const { rows } = await this.pool.query<Message>(prepared({ text: MESSAGES, values }));
        messageIds.push(...rows.map(({ id }) => id));
        if (messageIds.length >= ANSWERS_BATCH) await clear();
        after = rows.length < ANSWERS_BATCH ? undefined : rows.at(-1)?.endpointId;
      }
    if (messageIds.length > 0) await clear();
  }

  /** Messages of the previous release that are not moved yet. */
  private async eraseFormer(tx: pg.PoolClient, angler: Leased<DueErasure>): Promise<number> {
    const { rows } = await tx.query<Payload>(FORMER_PAYLOADS, [angler.id, BATCH]);
    await this.save(tx, angler, { table: 'messages', rows, isLast: true });
    return rows.length;
  }

  private async save(
    tx: pg.PoolClient,
    angler: Leased<DueErasure>,
    { table, rows, isLast }: { table: string; rows: readonly Payload[]; isLast: boolean },
  ): Promise<void> {
    await this.due.progress(tx, angler);
    const erased = new Set([angler.id]);
    const payloads = rows.map(({ payload }) => JSON.stringify(withoutAnglers(JSON.parse(payload), erased)));
    await tx.query(saveIn(table), [rows.map(({ id }) => id), payloads, angler.id, isLast]);
  }
}
