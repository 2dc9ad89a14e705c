import { inTransaction, POOL } from '@cds/postgres';
import { Inject, Injectable } from '@nestjs/common';
import type pg from 'pg';
import { failPendingMessages } from '../../endpoints/fail-pending-messages.js';
import { shownPayload, type StoredPayload } from '../../erasure/shown-payload.js';
import type { PreviousSecret } from '../../endpoints/rotate-secret/rotate-secret.js';
import { CLAIM, PAYLOADS, QUEUES, RELEASE } from './due-messages.sql.js';
import type { Receiver } from './receiver.js';
import type { Turn } from './receiver-turns.js';

/** A message that this process has the lease of, with what its endpoint says about sending it. */
export interface DueMessage {
  readonly id: string;
  readonly endpointId: string;
  /** The account that has the endpoint. */
  readonly accountId: string;
  readonly eventId: string;
  readonly type: string;
  readonly payload: string;
  readonly traceparent: string | null;
  readonly attemptCount: number;
  /** Those of them before the message was last resent. */
  readonly earlierAttempts: number;
  /** When it was last resent; null for one that never was. */
  readonly queuedAt: Date | null;
  /** Whether later messages of its subject wait for it. */
  readonly isOrdered: boolean;
  readonly url: string;
  /** Sealed for the endpoint. */
  readonly secret: string;
  /** Rotated secrets that may still sign, newest first. */
  readonly previousSecrets: readonly PreviousSecret[] | null;
  /** The endpoint's own headers, sealed; null for none. */
  readonly headers: string | null;
  readonly retrySchedule: unknown;
}

/** What a claim says of an endpoint with `max_rate_per_second` that has due messages. */
export interface RateSlot {
  readonly endpointId: string;
  /** False where an earlier claim, of any copy, has used the rate up. */
  readonly isTaken: boolean;
  /** Until the next request may be sent. */
  readonly nextMs: number;
}

/** How far claims have looked at the long queue of an endpoint whose messages wait for each other. */
export interface Looked {
  readonly endpointId: string;
  /** When the last message was due that was looked at; null when that was the last one of all. */
  readonly untilMs: number | null;
}

/** What came of a claim. */
export interface Claimed {
  readonly messages: DueMessage[];
  /** Of each endpoint, when the last of its messages was due: those that were due before are claimed. */
  readonly dueUntil: ReadonlyMap<string, Date>;
  readonly skipped: number;
  readonly slots: RateSlot[];
  readonly looked: Looked[];
}

export interface Claim extends Turn {
  readonly room: number;
}

/** An endpoint's queue: when its first message is due. */
export interface Queue extends Receiver {
  readonly dueAt: Date;
}

/**
 * The messages that wait, as rows. Due is what was never tried, what is to be tried again, and what a dead worker left.
 * Claims have a name, as planning one takes longer than carrying it out: their plan uses the indexes however many
 * messages waited when it was made.
 */
@Injectable()
export class DueMessages {
  /** Of endpoints whose queues are too long for one claim, how far claims have looked. */
  private readonly lookedUntil = new Map<string, Date>();

  constructor(@Inject(POOL) private readonly pool: pg.Pool) {}

  /**
   * Takes messages that are due, from `dueFrom` on, at most `room` for each endpoint, and leases them: until
   * `leaseUntil` no other worker gets them. A message whose subject has an earlier one that is still pending is not
   * taken, nor one that is too much for its endpoint's rate. Some messages of deleted and of disabled endpoints fail on
   * the way and count as `skipped`.
   */
  async claim(claims: readonly Claim[], now: Date, leaseUntil: Date): Promise<Claimed> {
    const values = [
      claims.map((one) => one.endpointId),
      claims.map((one) => one.room),
      now,
      leaseUntil,
      claims.map((one) => one.dueFrom),
      claims.map((one) => this.lookedUntil.get(one.endpointId)),
    ];
    const { rows } = await this.pool.query<ClaimedRow>({ name: 'claim-due-messages', text: CLAIM, values });
    const dead = rows.flatMap(({ id, slot, looked, endpointId }) => ((id ?? slot ?? looked) ? [] : [endpointId]));
    const looked = rows.flatMap((one) => one.looked ?? []);
    for (const { endpointId, untilMs } of looked) {
      if (untilMs === null) this.lookedUntil.delete(endpointId);
      else this.lookedUntil.set(endpointId, new Date(untilMs));
    }
    const leased = rows.flatMap((row) => (row.id === null ? [] : row));
    return {
      messages: await this.withPayloads(leased),
      dueUntil: lastOf(leased),
      skipped: await this.failMessagesOf(dead, now),
      slots: rows.flatMap(({ slot }) => slot ?? []),
      looked,
    };
  }

  /** A message whose event is not kept any more is not sent: it is deleted with the day that it belongs to. */
  private async withPayloads(leased: readonly LeasedRow[]): Promise<DueMessage[]> {
    if (leased.length === 0) return [];
    const ids = [...new Set(leased.map(({ eventId }) => eventId))];
    const { rows } = await this.pool.query<EventRow>(PAYLOADS, [ids]);
    const events = new Map(
      rows.map(({ id, traceparent, ...stored }) => [id, { traceparent, payload: shownPayload(stored) }]),
    );
    return leased.flatMap((message) => {
      const event = events.get(message.eventId);
      return event ? { ...message, ...event } : [];
    });
  }

  /** Returns how many messages of these deleted and disabled endpoints failed. */
  private async failMessagesOf(endpointIds: readonly string[], now: Date): Promise<number> {
    let failed = 0;
    for (const id of endpointIds) failed += await inTransaction(this.pool, (tx) => failPendingMessages(tx, id, now));
    return failed;
  }

  /** Every endpoint with pending messages. Costs one index probe for each, however long their queues are. */
  async queues(): Promise<Queue[]> {
    const { rows } = await this.pool.query<Queue>(QUEUES);
    return rows;
  }

  /** Gives back a lease before its end. */
  async release(messageId: string, now: Date): Promise<void> {
    await this.pool.query(RELEASE, [messageId, now]);
  }
}

const lastOf = (leased: readonly LeasedRow[]): ReadonlyMap<string, Date> => {
  const last = new Map<string, Date>();
  for (const { endpointId, dueAt } of leased) if (dueAt > (last.get(endpointId) ?? 0)) last.set(endpointId, dueAt);
  return last;
};

/** `dueAt` is when it was due before it was leased. */
type LeasedRow = Omit<DueMessage, 'payload' | 'traceparent'> & { readonly dueAt: Date };

type EventRow = Pick<DueMessage, 'id' | 'traceparent'> & StoredPayload;

/** A message, or what is said of a rate or of a long queue, or the id of an endpoint that is sent nothing. */
type ClaimedRow =
  | (LeasedRow & { readonly slot: null; readonly looked: null })
  | {
      readonly id: null;
      readonly endpointId: string;
      readonly slot: RateSlot | null;
      readonly looked: Looked | null;
    };
