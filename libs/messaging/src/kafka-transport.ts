import { deadLetterTopic } from '@cds/contracts';
import { BaseRpcContext, type CustomTransportStrategy, Server } from '@nestjs/microservices';
import type { Kafka } from 'kafkajs';
import type pg from 'pg';
import type { Registry } from 'prom-client';
import { isObservable, lastValueFrom } from 'rxjs';
import type { BatchContext } from './batch-context.js';
import { BatchProcessor } from './batch-processor.js';
import type { ReceivedEvent } from './cloud-event.js';
import { KAFKA_BATCHES } from './consume-events.js';
import { ConsumerLoop } from './consumer-loop.js';
import { ConsumerMetrics } from './consumer-metrics.js';
import { DeadLetters } from './dead-letters.js';
import type { EventPublisher } from './event-publisher.js';
import { type ParserOf, publishedEventParser } from './message-parser.js';
import { type MessagingLogger, nestLogger } from './messaging-logger.js';
import { resolveStartingPositions } from './starting-positions.js';
import { SliceTransaction } from './slice-transaction.js';
import type { Source } from './source.js';
import type { LostOffsetPolicy } from './starting-offset.js';

export interface KafkaTransportOptions {
  /** One of its own for each transport. */
  kafka: Kafka;
  /** Names the consumer group and the dead-letter topics. */
  service: string;
  groupId?: string;
  /** Of the database that has the table `consumer_offsets`, and all that the handlers write. */
  pool: pg.Pool;
  /** Writes the dead letters; opened and closed by its owner, who closes it after the transport. */
  publisher: EventPublisher;
  parse?: ParserOf;
  /** The maximum number of events in one transaction; default: `DEFAULT_MAX_BATCH`. */
  maxBatch?: number;
  /** The maximum number of concurrent transactions; default: `DEFAULT_CONCURRENCY`. Each takes a connection of the pool. */
  concurrency?: number;
  /** Where to continue when the stored offset belongs to a log that no longer exists; default: by time. */
  lostOffsets?: LostOffsetPolicy;
  registry?: Registry;
  logger?: MessagingLogger;
}

const DEFAULT_MAX_BATCH = 500;
const DEFAULT_CONCURRENCY = 4;

/**
 * Feeds the methods marked with `ConsumeEvents`. Each event counts once in the service's database: its rows and its
 * offset are one transaction. Starts without Kafka and joins when it is there; closing finishes the batches in hand.
 */
export class KafkaTransport extends Server implements CustomTransportStrategy {
  override transportId = KAFKA_BATCHES;
  override readonly propagatesEventHandlerErrors = true;
  private loop: ConsumerLoop | undefined;

  constructor(private readonly options: KafkaTransportOptions) {
    super();
    this.initializeSerializer({});
    this.initializeDeserializer({});
  }

  /** Fails when two methods ask for one topic: they would share a transaction, and neither could be retried alone. */
  listen(callback: (error?: unknown) => void): void {
    const topics = [...this.messageHandlers.keys()];
    const twice = topics.filter((topic) => this.messageHandlers.get(topic)?.next !== undefined);
    if (twice.length > 0) {
      callback(
        new Error(
          `More than one handler consumes ${twice.join(', ')} in ${this.options.service}: a topic has one handler per service`,
        ),
      );
      return;
    }
    if (topics.length > 0) {
      this.loop = this.createLoop(topics);
      this.loop.start();
    }
    callback();
  }

  async close(): Promise<void> {
    await this.loop?.close();
  }

  on(): never {
    throw new Error('KafkaTransport has no events; its metrics and log tell what it does');
  }

  unwrap<T>(): T {
    return this.options.kafka as T;
  }

  private createLoop(topics: readonly string[]): ConsumerLoop {
    const { kafka, pool, service, publisher, groupId = service } = this.options;
    const { maxBatch = DEFAULT_MAX_BATCH, concurrency = DEFAULT_CONCURRENCY } = this.options;
    const { parse = publishedEventParser, lostOffsets = 'time' } = this.options;
    const logger = this.options.logger ?? nestLogger(KafkaTransport.name);
    const metrics = new ConsumerMetrics(this.options.registry);
    const sources = new Map<string, Source>();
    for (const topic of topics) {
      const replays = deadLetterTopic(topic, service);
      sources.set(topic, { topic, handledAs: topic });
      sources.set(replays, { topic: replays, handledAs: topic });
    }
    const slices = new SliceTransaction({
      pool,
      handle: (topic, events, context) => this.dispatch(topic, events, context),
      parse,
      sources,
      metrics,
      logger,
    });
    const processor = new BatchProcessor({
      slices,
      deadLetters: new DeadLetters(publisher, service, sources),
      metrics,
      logger,
      maxBatch,
    });
    const findStartingPositions = resolveStartingPositions.bind(undefined, {
      kafka,
      pool,
      groupId,
      logger,
      lostOffsets,
    });
    return new ConsumerLoop({
      kafka,
      groupId,
      topics: [...sources.keys()],
      processor,
      findStartingPositions,
      metrics,
      logger,
      maxBatch,
      concurrency,
    });
  }

  private async dispatch(topic: string, events: readonly ReceivedEvent[], context: BatchContext): Promise<void> {
    // Not by `getHandlerByPattern`: it tries to parse the topic as JSON first, and an exception for each batch is dear.
    const handler = this.messageHandlers.get(topic);
    if (handler === undefined) throw new Error(`No handler consumes ${topic}`);
    const result: unknown = await handler(events, context as unknown as BaseRpcContext);
    if (isObservable(result)) await lastValueFrom(result, { defaultValue: undefined });
  }
}
