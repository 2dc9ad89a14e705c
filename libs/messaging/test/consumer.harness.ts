import 'reflect-metadata';
import { backfillTopic, deadLetterTopic } from '@cds/contracts';
import {
  memoryLogger,
  newTopics,
  readTopic,
  testDatabase,
  type TestDatabase,
  testKafka,
  uniqueName,
} from '@cds/testing';
import { type INestApplication, Module } from '@nestjs/common';
import { NestFactory } from '@nestjs/core';
import { FastifyAdapter } from '@nestjs/platform-fastify';
import type { KafkaMessage } from 'kafkajs';
import pg from 'pg';
import { Registry } from 'prom-client';
import {
  type BatchContext,
  ConsumeEvents,
  KafkaTransport,
  type KafkaTransportOptions,
  EventConsumer,
} from '../src/index.js';
import { createKafka, EventPublisher, type ReceivedEvent } from '@cds/kafka';
import { parseFacts, recordFacts, TABLES } from './facts.js';

export type Handle = (events: readonly ReceivedEvent[], context: BatchContext) => Promise<void>;

export const SERVICE = 'ledger';

/** The consumer group of a topic's consumers. */
export const groupOf = (topics: string): string => `${SERVICE}-${topics}`;

const appModule = (topics: Readonly<Record<string, Handle>>): new () => object => {
  const controllers = Object.entries(topics).map(([topic, handle]) => {
    @EventConsumer()
    class FactsConsumer {
      @ConsumeEvents(topic)
      consume(events: readonly ReceivedEvent[], context: BatchContext): Promise<void> {
        return handle(events, context);
      }
    }
    return FactsConsumer;
  });
  @Module({ controllers })
  class FactsModule {}
  return FactsModule;
};

export interface RunningConsumer {
  readonly app: INestApplication;
  readonly registry: Registry;
  readonly logger: ReturnType<typeof memoryLogger>;
  close(): Promise<void>;
}

export interface Ledger {
  readonly pool: pg.Pool;
  readonly brokers: readonly string[];
  readonly publisher: EventPublisher;
  /** A topic with its dead letters. */
  topic(partitions?: number): Promise<string>;
  /** A service that consumes, by default with `recordFacts`; close it to stop it early. */
  consume(
    topic: string | Readonly<Record<string, Handle>>,
    handle?: Handle,
    options?: Partial<KafkaTransportOptions>,
  ): Promise<RunningConsumer>;
  deadLetters(topic: string): Promise<KafkaMessage[]>;
  /** Stops all consumers and forgets what they recorded. */
  reset(): Promise<void>;
  close(): Promise<void>;
}

/** A database, a Kafka and any number of copies of one service between them. */
export const openLedger = async (brokers: readonly string[] = testKafka().brokers): Promise<Ledger> => {
  const database: TestDatabase = await testDatabase('empty');
  const pool = new pg.Pool({ connectionString: database.url });
  // The database is dropped before the server has seen the connections close.
  pool.on('error', () => undefined);
  pool.on('connect', (client) => client.on('error', () => undefined));
  pool.on('error', () => undefined);
  pool.on('connect', (client) => client.on('error', () => undefined));
  await pool.query(TABLES);
  const publisher = new EventPublisher(
    createKafka({ brokers, clientId: 'tests', logger: memoryLogger() }),
    memoryLogger(),
  );
  await publisher.connect();
  const running = new Set<RunningConsumer>();

  const consume: Ledger['consume'] = async (topics, handle = recordFacts, options = {}) => {
    const registry = new Registry();
    const logger = memoryLogger();
    const own =
      options.publisher === undefined
        ? new EventPublisher(createKafka({ brokers, clientId: SERVICE, logger }), logger)
        : undefined;
    const strategy = new KafkaTransport({
      kafka: createKafka({ brokers, clientId: SERVICE, logger }),
      service: SERVICE,
      groupId: groupOf(typeof topics === 'string' ? topics : Object.keys(topics).join('+')),
      pool,
      publisher: own ?? publisher,
      parse: parseFacts,
      registry,
      logger,
      ...options,
    });
    const app = await NestFactory.create(
      appModule(typeof topics === 'string' ? { [topics]: handle } : topics),
      new FastifyAdapter(),
      { logger: false },
    );
    app.connectMicroservice({ strategy }, { inheritAppConfig: true });
    await app.startAllMicroservices();
    const consumer: RunningConsumer = {
      app,
      registry,
      logger,
      close: async () => {
        if (!running.delete(consumer)) return;
        await app.close();
        await own?.close();
      },
    };
    running.add(consumer);
    return consumer;
  };

  const stopAll = async (): Promise<void> => {
    for (const consumer of [...running]) await consumer.close();
  };

  return {
    pool,
    brokers,
    publisher,
    consume,
    topic: async (partitions = 1) => {
      const topic = uniqueName('facts');
      await newTopics(brokers, {
        [topic]: partitions,
        [deadLetterTopic(topic, SERVICE)]: 1,
        [backfillTopic(topic, SERVICE)]: partitions,
      });
      return topic;
    },
    deadLetters: (topic) => readTopic(brokers, deadLetterTopic(topic, SERVICE)),
    reset: async () => {
      await stopAll();
      await pool.query('TRUNCATE facts, consumer_gaps');
    },
    close: async () => {
      await stopAll();
      await publisher.close();
      await pool.end();
      await database.drop();
    },
  };
};
