import 'reflect-metadata';
import { AppError } from '@cds/errors';
import { type BatchContext, ConsumeEvents, KafkaTransport } from '@cds/messaging';
import { createKafka, type EventPublisher, type ReceivedEvent } from '@cds/kafka';
import { eventually, testDatabase, type TestDatabase, testKafka, uniqueName } from '@cds/testing';
import { Controller, type INestMicroservice, Module } from '@nestjs/common';
import { NestFactory } from '@nestjs/core';
import pg from 'pg';
import { dlq, newPublisher, newTopic, SERVICE, SILENT } from './dlq.harness.js';

describe('a dead letter that is replayed', () => {
  let publisher: EventPublisher;
  const running: { app: INestMicroservice; pool: pg.Pool; database: TestDatabase }[] = [];
  beforeAll(() => {
    publisher = newPublisher();
  });
  afterAll(async () => {
    for (const { app, pool, database } of running) {
      await app.close();
      await pool.end();
      await database.drop();
    }
    await publisher.close();
  });

  /** A service, with a database of its own. */
  const start = async (
    topic: string,
    service: string,
    handle: (events: readonly ReceivedEvent[], context: BatchContext) => Promise<void>,
  ) => {
    @Controller()
    class FactsConsumer {
      @ConsumeEvents(topic)
      consume(events: readonly ReceivedEvent[], context: BatchContext): Promise<void> {
        return handle(events, context);
      }
    }
    @Module({ controllers: [FactsConsumer] })
    class FactsModule {}
    const database = await testDatabase('empty');
    const pool = new pg.Pool({ connectionString: database.url });
    await pool.query(
      'CREATE TABLE consumer_offsets (cluster_id text, topic text, partition int, next_offset bigint, ' +
        'last_offset bigint, last_event_id text, last_timestamp timestamptz(3), ' +
        'PRIMARY KEY (cluster_id, topic, partition))',
    );
    const kafka = createKafka({ brokers: testKafka().brokers, clientId: service, logger: SILENT });
    const parse = () => (data: unknown) => data;
    const strategy = new KafkaTransport({
      kafka,
      service,
      groupId: uniqueName(service),
      pool,
      publisher,
      parse,
      logger: SILENT,
    });
    const app = await NestFactory.createMicroservice(FactsModule, { strategy, logger: false });
    await app.listen();
    running.push({ app, pool, database });
  };

  it('reaches the service that could not process it, and no other', async () => {
    const topic = await newTopic();
    const [ofLedger, ofOther]: [string[], string[]] = [[], []];
    let isMended = false;
    await start(topic, SERVICE, (events) => {
      if (!isMended)
        return Promise.reject(new AppError({ code: 'request.rejected', kind: 'rejected', message: 'Refused.' }));
      ofLedger.push(...events.map(({ id }) => id));
      return Promise.resolve();
    });
    await start(topic, 'other', (events) => Promise.resolve(void ofOther.push(...events.map(({ id }) => id))));
    const event = {
      id: 'evt_1',
      type: 'FactRecordedV1',
      source: 'tests',
      subject: 's',
      time: new Date(),
      accountId: null,
      traceparent: null,
      data: { number: 1 },
    };
    await publisher.publish(topic, [event]);
    await eventually(async () => expect((await dlq('list', '--topic', topic)).out).toContain('ledger   1'), {
      timeoutMs: 15_000,
    });
    await eventually(() => expect(ofOther).toEqual(['evt_1']));

    isMended = true;
    expect(await dlq('replay', '--topic', topic, '--all')).toMatchObject({ code: 0 });
    await eventually(() => expect(ofLedger).toEqual(['evt_1']));
    expect(ofOther).toEqual(['evt_1']);
    expect((await dlq('list', '--topic', topic)).out).toBe('No dead letters.\n');
  });
});
