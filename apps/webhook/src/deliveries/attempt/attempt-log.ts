import { setTimeout as sleep } from 'node:timers/promises';
import { BackOff, findAppError, isTransientDatabaseError } from '@cds/errors';
import { GroupCommit, POOL } from '@cds/postgres';
import { newId } from '@cds/service-kit';
import { Inject, Injectable } from '@nestjs/common';
import type pg from 'pg';
import { GONE, type MessageDisposition } from './message-disposition.js';
import type { Outcome } from './answer-reader.js';
import { STORE_ATTEMPTS } from './store-attempts.sql.js';

export interface Attempt {
  readonly id: string;
  readonly messageId: string;
  readonly messageEventId: string;
  readonly type: string;
  readonly endpointId: string;
  /** The attempts before the message was last resent, as they were when this one began. */
  readonly earlierAttempts: number;
  /** When the message had last been resent by then; null for one that never had. */
  readonly queuedAt: Date | null;
  /** Whether it counts in the endpoint's statistics. */
  readonly isCounted: boolean;
  readonly startedAt: Date;
  readonly endedAt: Date;
  readonly requestHeaders: Readonly<Record<string, string>>;
  readonly outcome: Outcome;
  readonly disposition: MessageDisposition;
  /** An endpoint that has failed since then, and often enough, is disabled. */
  readonly disableIfFailingSince: Date;
}

/**
 * A statement costs about as much as 20 attempts in it, and nobody waits for the end of one but the next message of a
 * subject: under load it is worth waiting until there are many. A few attempts are stored at once.
 */
const IN_GROUPS = { maxInFlight: 2, busyFrom: 20, minBatch: 100, maxBatch: 200, maxLingerMs: 25 };
/** A statement is one JSON text: nothing else happens in this process while it is written. */
const MAX_ANSWER_BYTES = 1_000_000;

/** The attempts that were made, as rows. Those that end at the same time are stored together. */
@Injectable()
export class AttemptLog {
  private readonly commits: GroupCommit;

  constructor(@Inject(POOL) pool: pg.Pool) {
    this.commits = new GroupCommit(pool, { ...IN_GROUPS, maxWeight: MAX_ANSWER_BYTES });
  }

  /**
   * Stores an attempt and, as one, what becomes of its message and of its endpoint. A message that failed meanwhile
   * (its endpoint is gone) stays failed. An endpoint that answered 410 or has failed for too long is disabled, and
   * the event that tells of it is stored. While the database is away it tries again for a while. Stored twice it
   * counts once.
   */
  async add(attempt: Attempt): Promise<void> {
    const write = { text: STORE_ATTEMPTS, rows: [rowOf(attempt)] };
    const bytes = bytesOf(attempt.outcome);
    await retryTransient(() => this.commits.commit(attempt.messageId, [write], bytes));
  }
}

/** What receivers send is as long as they like, within limits; all else in a row is short. */
const bytesOf = ({ answer }: Outcome): number => {
  if (answer === null) return 0;
  const headers = Object.entries(answer.headers).flat();
  return [...headers, answer.body].reduce((bytes, text) => bytes + Buffer.byteLength(text), 0);
};

/** What is undefined is null to the statement, and costs it nothing. */
const rowOf = ({ outcome, disposition, ...attempt }: Attempt): object => ({
  id: attempt.id,
  message_id: attempt.messageId,
  message_event_id: attempt.messageEventId,
  type: attempt.type,
  endpoint_id: attempt.endpointId,
  earlier_attempts: attempt.earlierAttempts,
  queued_at: attempt.queuedAt ?? undefined,
  stats_endpoint_id: attempt.isCounted ? attempt.endpointId : undefined,
  started_at: attempt.startedAt,
  ended_at: attempt.endedAt,
  duration_ms: Math.round(outcome.durationMs),
  request_headers: attempt.requestHeaders,
  response_status: outcome.answer?.status,
  response_headers: outcome.answer?.headers,
  response_body: outcome.answer?.body,
  error: outcome.error ?? undefined,
  status: disposition.status,
  ...(disposition.status !== 'delivered' && {
    next_attempt_at: disposition.status === 'pending' ? disposition.nextAttemptAt : undefined,
    is_gone: outcome.answer?.status === GONE,
    disable_if_failing_since: attempt.disableIfFailingSince,
    event_id: newId('event'),
  }),
});

/** As long as the lease outlasts an attempt, so that nobody else is at the message yet. */
const PATIENCE_MS = 8_000;
const RETRY_MIN_MS = 50;

const retryTransient = async (work: () => Promise<unknown>): Promise<void> => {
  const deadline = performance.now() + PATIENCE_MS;
  for (const backOff = new BackOff(RETRY_MIN_MS, PATIENCE_MS); ;) {
    const pauseMs = backOff.next();
    try {
      await work();
      return;
    } catch (error) {
      if (!isTransient(error) || performance.now() + pauseMs > deadline) throw error;
    }
    await sleep(pauseMs);
  }
};

const isTransient = (error: unknown): boolean =>
  isTransientDatabaseError(error) || findAppError(error)?.kind === 'unavailable';
