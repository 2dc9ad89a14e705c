import { backOffMs } from '@cds/errors';
import type { Consumer, EachBatchPayload, Kafka } from 'kafkajs';
import { Assignment, type FindStartingPositions } from './assignment.js';
import { pause, unlessAborted, type MessagingLogger, type Source, existingTopics, untilTopicAppears } from '@cds/kafka';
import type { BatchProcessor } from './batch-processor.js';
import type { ConsumerMetrics } from './consumer-metrics.js';
import { processPollBatch } from './process-poll-batch.js';
import { fetchDelayMs } from './fetch-delay.js';
import { PollBatchGatherer } from './poll-batch-gatherer.js';
import { silence } from './silence.js';

export interface ConsumerLoopOptions {
  readonly kafka: Kafka;
  readonly groupId: string;
  readonly sources: ReadonlyMap<string, Source>;
  readonly processor: BatchProcessor;
  readonly findStartingPositions: FindStartingPositions;
  readonly metrics: ConsumerMetrics;
  readonly logger: MessagingLogger;
  /** The maximum number of messages that are handled together. */
  readonly maxBatch: number;
  /** The maximum number of concurrent transactions; each holds a connection of the pool. */
  readonly concurrency: number;
}

const [RESTART_MIN_MS, RESTART_MAX_MS] = [100, 5_000];
/** A consumer that lived this long did not fail for the reason of the one before. */
const STEADY_MS = 10_000;
/** The first contact with a coordinator often fails; a trouble that lasts is logged once as a warning. */
const levelOf = (attempt: number): 'debug' | 'warn' => (attempt === 2 ? 'warn' : 'debug');
const LEAVE_LIMIT_MS = 15_000;
const REPORT_LIMIT_MS = 1_000;
/** kafkajs is taken to hang after this long without a sign of life, which is longer than its longest request. */
const SILENCE_MS = 60_000;
/** More than an instance usually has, so that kafkajs hands over everything that it fetched at once. */
const PARTITIONS_PER_POLL_BATCH = 64;

/** Consumes until it is closed: a consumer that crashes, hangs or cannot connect is replaced, after a back-off. */
export class ConsumerLoop {
  private readonly stopping = new AbortController();
  private ended: Promise<void> = Promise.resolve();
  private consumer: Consumer | undefined;
  private assignment: Assignment | undefined;
  private attempt = 0;

  constructor(private readonly options: ConsumerLoopOptions) {}

  start(): void {
    this.ended = this.run();
  }

  /** Finishes the batches in hand, commits them and leaves the group. */
  async close(): Promise<void> {
    this.stopping.abort();
    await this.ended;
  }

  private async run(): Promise<void> {
    const { signal } = this.stopping;
    while (!signal.aborted) {
      const startedAt = performance.now();
      const reason = await this.consume().catch((error: unknown) => error);
      if (signal.aborted) return;
      if (performance.now() - startedAt > STEADY_MS) this.attempt = 0;
      const retryInMs = backOffMs(this.attempt, RESTART_MIN_MS, RESTART_MAX_MS);
      this.options.logger[levelOf(this.attempt)](
        { group: this.options.groupId, attempt: this.attempt, retry_in_ms: retryInMs, err: reason },
        'consumer.restarting',
      );
      this.attempt += 1;
      await pause(retryInMs, signal);
    }
  }

  /** Resolves with why it ended. */
  private async consume(): Promise<unknown> {
    const { kafka, sources, logger } = this.options;
    const topics = [...sources.keys()];
    const existing = await unlessAborted(existingTopics(kafka, topics), this.stopping.signal);
    const missing = topics.filter((topic) => !existing.includes(topic));
    if (missing.length > 0) logger.warn({ missing }, 'consumer.topics_missing');
    const ending = new AbortController();
    const signal = AbortSignal.any([this.stopping.signal, ending.signal]);
    const ends: Promise<unknown>[] = [aborted(signal)];
    if (missing.length > 0) ends.push(untilTopicAppears(kafka, missing, signal).then(() => 'a topic appeared'));
    const consumer = existing.length > 0 ? this.createConsumer() : undefined;
    this.consumer = consumer;
    try {
      if (consumer !== undefined) {
        ends.push(crash(consumer), silence(consumer, SILENCE_MS, signal));
        await this.begin(consumer, existing);
      }
      return await Promise.race(ends);
    } finally {
      ending.abort();
      await this.leave(consumer);
    }
  }

  private createConsumer(): Consumer {
    return this.options.kafka.consumer({
      groupId: this.options.groupId,
      allowAutoTopicCreation: false,
      // A copy that is killed holds its partitions this long.
      sessionTimeout: 10_000,
      heartbeatInterval: 2_000,
      rebalanceTimeout: 20_000,
      metadataMaxAge: 60_000,
      // A fetch is answered as soon as there is a message. While none comes, fetches wait longer and longer.
      maxWaitTimeInMs: 250,
      retry: { retries: 5, restartOnFailure: () => Promise.resolve(false) },
    });
  }

  private async begin(consumer: Consumer, topics: readonly string[]): Promise<void> {
    const { signal } = this.stopping;
    await unlessAborted(consumer.connect(), signal);
    await unlessAborted(consumer.subscribe({ topics: [...topics], fromBeginning: true }), signal);
    consumer.on(consumer.events.GROUP_JOIN, ({ payload }) => this.onJoin(consumer, payload.memberAssignment));
    // Joining is awaited in any case: kafkajs would continue it behind a disconnected consumer.
    const pollBatches = new PollBatchGatherer<EachBatchPayload>((payloads) => this.onPollBatch(consumer, payloads));
    await consumer.run({
      autoCommit: false,
      eachBatchAutoResolve: false,
      partitionsConsumedConcurrently: PARTITIONS_PER_POLL_BATCH,
      eachBatch: (payload) => pollBatches.add(payload),
    });
  }

  private onJoin(consumer: Consumer, partitions: Readonly<Record<string, readonly number[]>>): void {
    if (consumer !== this.consumer) return;
    const { findStartingPositions, metrics, logger, groupId } = this.options;
    this.assignment?.end();
    this.assignment = new Assignment({ consumer, partitions, findStartingPositions, metrics, logger });
    this.assignment.begin();
    logger.info({ group: groupId, partitions }, 'consumer.joined');
  }

  private async onPollBatch(consumer: Consumer, payloads: readonly EachBatchPayload[]): Promise<void> {
    const { assignment } = this;
    if (consumer !== this.consumer || assignment === undefined) return;
    const isUpToDate = await processPollBatch(payloads, assignment, this.options);
    if (isUpToDate)
      await pause(
        fetchDelayMs(payloads.reduce((sum, { batch }) => sum + batch.messages.length, 0)),
        this.stopping.signal,
      );
  }

  private async leave(consumer: Consumer | undefined): Promise<void> {
    await unlessAborted(this.assignment?.reportNow() ?? Promise.resolve(), AbortSignal.timeout(REPORT_LIMIT_MS)).catch(
      () => undefined,
    );
    // A batch in hand is finished first; it may not see its assignment end before.
    if (consumer !== undefined)
      await unlessAborted(consumer.disconnect(), AbortSignal.timeout(LEAVE_LIMIT_MS)).catch(() => undefined);
    this.assignment?.end();
    this.assignment = undefined;
    // A consumer that did not leave in time is ignored from now on.
    this.consumer = undefined;
  }
}

const aborted = (signal: AbortSignal): Promise<unknown> =>
  new Promise((resolve) => {
    if (signal.aborted) resolve('closed');
    signal.addEventListener('abort', () => resolve('closed'), { once: true });
  });

const crash = (consumer: Consumer): Promise<unknown> =>
  new Promise((resolve) => consumer.on(consumer.events.CRASH, ({ payload }) => resolve(payload.error)));
