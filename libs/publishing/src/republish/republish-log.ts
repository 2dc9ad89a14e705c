import { backOffMs, messageOf } from '@cds/errors';
import type { DomainEvent } from '@cds/event-sourcing';
import { type EventCodec, type LogPosition, readLog, type StoredEvent } from '@cds/event-store';
import { pause, type EventPublisher } from '@cds/kafka';
import type { Queryable } from '@cds/postgres';
import type { EventMapper } from '../event-mapper.js';
import { withoutSkipped } from '../relay/relay-skipped.js';
import type pg from 'pg';
import type { RepublishPace } from './republish-pace.js';
import { advanceRun, type RepublishRun } from './republish-run.js';

export interface RepublishOptions<E extends DomainEvent> {
  /** Of the database that has the log. */
  readonly pool: pg.Pool;
  /**
   * Stores the progress: the session that holds the lock of the consumer's runs. When the process is killed, PostgreSQL
   * may still carry out its last statement, and keeps the lock until then, so no later run can be overtaken by it.
   */
  readonly runs: Queryable;
  readonly codec: EventCodec<E>;
  readonly mapper: EventMapper<E>;
  readonly publisher: EventPublisher;
  /** The consumer's backfill topic of each topic that is sent again. */
  readonly backfills: ReadonlyMap<string, string>;
  readonly pace: RepublishPace;
  readonly onProgress: (run: RepublishRun, trouble?: string) => void;
  /** Stops the run after the batch in hand; it can be continued. */
  readonly signal: AbortSignal;
}

/** The maximum number of events in memory at once. */
const BATCH = 500;
const [RETRY_MIN_MS, RETRY_MAX_MS] = [100, 10_000];

/**
 * Sends the log from where `run` is to its end, in the order of the log, without the events that an operator skipped,
 * and stores after each batch how far it is.
 * Resolves with the run as it stands: at its end, or where the signal stopped it. A batch that was sent and not stored
 * is sent again by the next run, as any relay may do. While Kafka is away it waits.
 */
export const republishLog = async <E extends DomainEvent>(
  run: RepublishRun,
  options: RepublishOptions<E>,
): Promise<RepublishRun> => {
  let at = run;
  let isFinished = false;
  while (!isFinished && !options.signal.aborted) {
    const { pool, runs, codec } = options;
    const { events, hidden } = await readLog(pool, codec, at.reached, { events: BATCH });
    const due = events.filter((event) => !isAfter(event, at.end));
    isFinished = due.length < events.length || (events.length === 0 && !hidden);
    const last = due.at(-1);
    if (last !== undefined) {
      if (!(await sendPatiently(at, due, options))) return at;
      at = { ...at, reached: last, sent: at.sent + due.length };
      isFinished ||= !isAfter(at.end, last);
    }
    await advanceRun(runs, at, isFinished);
    options.onProgress(at);
    const reached = at;
    const say = (reason: string): void => options.onProgress(reached, reason);
    if (!isFinished) await options.pace.rest(due.length, options.signal, say);
  }
  return at;
};

const isAfter = (one: LogPosition, other: LogPosition): boolean =>
  one.transactionId === other.transactionId ? one.position > other.position : one.transactionId > other.transactionId;

/** Resolves with false when the signal ended it before everything was certainly sent. */
const sendPatiently = async <E extends DomainEvent>(
  run: RepublishRun,
  due: readonly StoredEvent<E>[],
  { pool, mapper, publisher, backfills, onProgress, signal }: RepublishOptions<E>,
): Promise<boolean> => {
  // An event that cannot be published would end every run here, and no consumer is to get one that was skipped.
  const wanted = await withoutSkipped(
    pool,
    due.map(({ event }) => event),
  );
  if (wanted.length === 0) return true;
  const published = await mapper.publishAll(wanted);
  const batches = published.flatMap(({ topic, events }) => {
    const backfill = backfills.get(topic);
    return backfill === undefined ? [] : [{ topic: backfill, events }];
  });
  for (let attempt = 0; !signal.aborted; attempt += 1) {
    try {
      await publisher.publishAll(batches);
      return true;
    } catch (error) {
      onProgress(run, `Kafka does not take them: ${messageOf(error)}`);
      await pause(backOffMs(attempt, RETRY_MIN_MS, RETRY_MAX_MS), signal);
    }
  }
  return false;
};
