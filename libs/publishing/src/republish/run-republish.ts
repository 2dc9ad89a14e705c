import { backfillTopic } from '@cds/contracts';
import { messageOf } from '@cds/errors';
import type { DomainEvent } from '@cds/event-sourcing';
import { type EventCodec, type LogPosition, LOG_START, plainCodec } from '@cds/event-store';
import { createPool } from '@cds/postgres';
import type { Queryable } from '@cds/postgres';
import type { Kafka } from 'kafkajs';
import type pg from 'pg';
import { type CloudEvent, createKafka, EventPublisher, existingTopics, type KafkaConnection, SILENT } from '@cds/kafka';
import type { EventMapper } from '../event-mapper.js';
import type { RepublishArguments } from './republish-arguments.js';
import { republishLog } from './republish-log.js';
import { RepublishPace } from './republish-pace.js';
import { republishProgress } from './republish-progress.js';
import { beginRun, positionBefore, type RepublishRun, unfinishedRun } from './republish-run.js';
import { waitingEvents } from './waiting-events.js';

/** The log of one service and what it makes of it. */
export interface RepublishedLog<E extends DomainEvent> {
  readonly service: string;
  readonly databaseUrl: string;
  readonly kafka: KafkaConnection;
  readonly codec?: EventCodec<E>;
  readonly mapper: (pool: pg.Pool) => EventMapper<E>;
  /** What the service publishes beside its log, and sends again whole. */
  readonly states?: readonly RepublishedStates[];
}

/** Subjects whose newest states are published on a compacted topic, without a log. */
export interface RepublishedStates {
  readonly topic: string;
  /** Sends the state of every subject. Resolves with their number. */
  readonly republish: (db: Queryable, send: (events: readonly CloudEvent[]) => Promise<void>) => Promise<number>;
}

/**
 * The republish command of a service, run in a process of its own: sends the service's event log to the backfill topic
 * of one consumer and writes its progress. Resolves with the exit code: 0 at the end of the log, 1 when it failed or
 * was stopped, after which the command continues it when it is given without `--from`.
 */
export const runRepublish = async <E extends DomainEvent>(
  log: RepublishedLog<E>,
  args: RepublishArguments,
): Promise<number> => {
  const pool = createPool(log.databaseUrl, {
    applicationName: `${log.service}-republish`,
    max: 3,
    statementTimeoutMs: 0,
  });
  const stopping = new AbortController();
  const stop = (): void => stopping.abort();
  process.once('SIGINT', stop).once('SIGTERM', stop);
  try {
    return await locked(pool, log, args, stopping.signal);
  } catch (error) {
    process.stderr.write(`${log.service}: ${messageOf(error)}\n`);
    return 1;
  } finally {
    process.off('SIGINT', stop).off('SIGTERM', stop);
    await pool.end();
  }
};

/**
 * Two runs for one consumer would overwrite each other's progress, so the second one is refused. PostgreSQL releases
 * the lock when the process of the first one is gone, however it ended, and its last statement is over.
 */
const locked = async <E extends DomainEvent>(
  pool: pg.Pool,
  log: RepublishedLog<E>,
  args: RepublishArguments,
  signal: AbortSignal,
): Promise<number> => {
  const lock = await pool.connect();
  try {
    const { rows } = await lock.query<{ free: boolean }>(
      'SELECT pg_try_advisory_lock(hashtextextended($1, 0)) AS free',
      [`republish:${args.consumer}`],
    );
    if (rows[0]?.free !== true)
      throw new Error(`The log is being republished for ${args.consumer} already. Wait for that run, or stop it.`);
    return await republish({ pool, runs: lock }, log, args, signal);
  } finally {
    lock.release(true);
  }
};

const republish = async <E extends DomainEvent>(
  { pool, runs }: { pool: pg.Pool; runs: Queryable },
  log: RepublishedLog<E>,
  args: RepublishArguments,
  signal: AbortSignal,
): Promise<number> => {
  const kafka = createKafka({ ...log.kafka, clientId: `${log.service}-republish`, logger: SILENT });
  const mapper = log.mapper(pool);
  const backfills = await backfillsOf(kafka, mapper, args.consumer);
  const publisher = new EventPublisher(kafka, SILENT);
  const write = (line: string): void => void process.stdout.write(`${line}\n`);
  try {
    const run = await openRun(runs, args);
    const done = await republishLog(run, {
      pool,
      runs,
      codec: log.codec ?? plainCodec<E>(),
      mapper,
      publisher,
      backfills,
      pace: new RepublishPace({ ...args, waiting: () => waitingEvents(kafka, args.group, [...backfills.values()]) }),
      onProgress: republishProgress(log.service, run.sent, write),
      signal,
    });
    write(signal.aborted ? stopped(log.service, done) : finished(log.service, done));
    if (signal.aborted) return 1;
    for (const line of await republishStates(kafka, pool, publisher, log, args.consumer)) write(line);
    return 0;
  } finally {
    await publisher.close();
  }
};

/** Sends the states that the consumer reads. */
const republishStates = async <E extends DomainEvent>(
  kafka: Kafka,
  pool: pg.Pool,
  publisher: EventPublisher,
  { service, states = [] }: RepublishedLog<E>,
  consumer: string,
): Promise<string[]> => {
  const lines: string[] = [];
  for (const { topic, republish: send } of states) {
    const backfill = backfillTopic(topic, consumer);
    if ((await existingTopics(kafka, [backfill])).length === 0) continue;
    const sent = await send(pool, (events) => publisher.publish(backfill, events));
    lines.push(`${service} → ${consumer}: republished ${sent} states of ${topic}`);
  }
  return lines;
};

/** Where the consumer reads each topic of the log again. Throws when it reads none of them. */
const backfillsOf = async <E extends DomainEvent>(
  kafka: Kafka,
  mapper: EventMapper<E>,
  consumer: string,
): Promise<ReadonlyMap<string, string>> => {
  const wanted = mapper.topics.map((topic) => backfillTopic(topic, consumer));
  const existing = new Set(await existingTopics(kafka, wanted));
  const read = mapper.topics.filter((topic) => existing.has(backfillTopic(topic, consumer)));
  if (read.length > 0) return new Map(mapper.backfilled(read).map((topic) => [topic, backfillTopic(topic, consumer)]));
  throw new Error(
    `The topic ${wanted.join(' or ')} does not exist: no consumer "${consumer}" reads ` +
      `${mapper.topics.join(' or ')}, or the topics of infra/kafka/topics.json were not applied.`,
  );
};

const openRun = async (db: Queryable, { consumer, from }: RepublishArguments): Promise<RepublishRun> => {
  const open = from === undefined ? await unfinishedRun(db, consumer) : undefined;
  return open ?? beginRun(db, consumer, await startOf(db, from));
};

const startOf = async (db: Queryable, from: RepublishArguments['from']): Promise<LogPosition> =>
  from instanceof Date ? positionBefore(db, from) : LOG_START;

const finished = (service: string, { consumer, sent }: RepublishRun): string =>
  `${service} → ${consumer}: republished ${sent} events`;

const stopped = (service: string, { consumer, sent, total }: RepublishRun): string =>
  `${service} → ${consumer}: stopped after ${sent} of ${total} events; give the command again without --from to ` +
  'continue';
