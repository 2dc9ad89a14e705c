import { type CustomTransportStrategy, type MessageHandler, Server } from '@nestjs/microservices';
import type { Kafka } from 'kafkajs';
import type pg from 'pg';
import type { Registry } from 'prom-client';
import { BatchProcessor } from './batch-processor.js';
import { KAFKA_BATCHES } from './consume-events.js';
import { ConsumerLoop } from './consumer-loop.js';
import { ConsumerMetrics } from './consumer-metrics.js';
import {
  DeadLetters,
  type EventPublisher,
  type ParserOf,
  publishedEventParser,
  type MessagingLogger,
  nestLogger,
  sourcesOf,
} from '@cds/kafka';
import { HandlerRegistry } from './handler-registry.js';
import { resolveStartingPositions, type LostOffsetPolicy } from '@cds/consumer-offsets';
import { withPolicies } from './policies/slice-policy.js';
import { type ConsumerPolicies, standardPolicies } from './policies/standard-policies.js';
import { type EventsHandler, SliceTransaction } from './slice-transaction.js';

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
  /** Topics that have a handler and are not read. */
  except?: readonly string[];
  /** The maximum number of events in one transaction; default: `DEFAULT_MAX_BATCH`. */
  maxBatch?: number;
  /**
   * The maximum number of concurrent transactions; default: `DEFAULT_CONCURRENCY`. Each takes a connection of the pool.
   */
  concurrency?: number;
  /** Where to continue when the stored offset belongs to a log that no longer exists; default: by time. */
  lostOffsets?: LostOffsetPolicy;
  /** What is done around the handlers; default: `standardPolicies`. */
  policies?: ConsumerPolicies;
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
  private readonly handlers = new HandlerRegistry();
  private loop: ConsumerLoop | undefined;

  constructor(private readonly options: KafkaTransportOptions) {
    super();
    this.initializeSerializer({});
    this.initializeDeserializer({});
  }

  /** Nest would chain the handlers of a topic and run them at once; here they share a transaction, in their order. */
  override addHandler(
    pattern: string,
    handler: MessageHandler,
    isEventHandler = false,
    extras: Record<string, unknown> = {},
  ): void {
    handler.isEventHandler = isEventHandler;
    handler.extras = extras;
    this.handlers.add(pattern, handler);
  }

  listen(callback: (error?: unknown) => void): void {
    const { except = [] } = this.options;
    const topics = this.handlers.topics.filter((topic) => !except.includes(topic));
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
    throw new Error('KafkaTransport emits no events; its metrics and log report what it does');
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
    const sources = new Map(
      topics.flatMap((topic) => sourcesOf(topic, service)).map((source) => [source.topic, source]),
    );
    const policies = this.options.policies ?? standardPolicies();
    const transaction = new SliceTransaction({
      pool,
      handle: policies.events.reduceRight<EventsHandler>(
        (next, policy) => policy(next),
        (topic, events, context) => this.handlers.dispatch(topic, events, context),
      ),
      parse,
      sources,
      metrics,
      logger,
    });
    const deadLetters = new DeadLetters(publisher, service, sources);
    const handle = withPolicies((slices) => transaction.apply(slices), policies.slices, {
      metrics,
      logger,
      deadLetters,
      skip: (slices) => transaction.skip(slices),
    });
    const processor = new BatchProcessor({ handle, maxBatch });
    const findStartingPositions = resolveStartingPositions.bind(undefined, {
      kafka,
      pool,
      groupId,
      logger,
      lostOffsets,
      sources,
    });
    return new ConsumerLoop({
      kafka,
      groupId,
      sources,
      processor,
      findStartingPositions,
      metrics,
      logger,
      maxBatch,
      concurrency,
    });
  }
}
