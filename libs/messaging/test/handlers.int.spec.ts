import { eventually, memoryLogger, FACT, fact } from '@cds/testing';
import { Module } from '@nestjs/common';
import { NestFactory } from '@nestjs/core';
import { type BatchContext, ConsumeEvents, KafkaTransport, EventConsumer } from '../src/index.js';
import { createKafka, type ReceivedEvent } from '@cds/kafka';
import { type Ledger, openLedger, SERVICE } from './consumer.harness.js';
import { recordedNumbers, recordFacts } from './facts.js';

const OTHER = 'OtherRecordedV1';
const parse = () => (data: unknown) => data;

describe('a topic with several handlers in one service', () => {
  let ledger: Ledger;
  beforeAll(async () => {
    ledger = await openLedger();
  });
  afterAll(() => ledger.close());
  beforeEach(() => ledger.reset());

  /** A service whose first handler gets everything, the second the facts, the third another type. */
  const serve = async (topic: string, second: (attempt: number) => void = () => undefined) => {
    const calls: string[] = [];
    let attempts = 0;
    @EventConsumer()
    class First {
      @ConsumeEvents(topic)
      async all(events: readonly ReceivedEvent[], context: BatchContext): Promise<void> {
        calls.push(`all ${events.map(({ type }) => type).join()}`);
        await recordFacts(events, context);
      }
    }
    @EventConsumer()
    class Second {
      @ConsumeEvents(topic, FACT)
      facts(events: readonly ReceivedEvent[]): Promise<void> {
        calls.push(`facts ${events.map(({ type }) => type).join()}`);
        attempts += 1;
        second(attempts);
        return Promise.resolve();
      }

      @ConsumeEvents(topic, OTHER)
      others(events: readonly ReceivedEvent[]): Promise<void> {
        calls.push(`others ${events.map(({ type }) => type).join()}`);
        return Promise.resolve();
      }
    }
    @Module({ controllers: [First, Second] })
    class SeveralModule {}
    const logger = memoryLogger();
    const kafka = createKafka({ brokers: ledger.brokers, clientId: SERVICE, logger });
    const { pool, publisher } = ledger;
    const strategy = new KafkaTransport({ kafka, service: SERVICE, groupId: topic, pool, publisher, parse, logger });
    const app = await NestFactory.createMicroservice(SeveralModule, { strategy, logger: false });
    await app.listen();
    return { calls, close: () => app.close() };
  };

  it('hands each of them the events of its types, in the order of declaration', async () => {
    const topic = await ledger.topic();
    await ledger.publisher.publish(topic, [fact(1), fact(2, { type: OTHER }), fact(3)]);
    const { calls, close } = await serve(topic);

    await eventually(() =>
      expect(calls).toEqual([`all ${FACT},${OTHER},${FACT}`, `facts ${FACT},${FACT}`, `others ${OTHER}`]),
    );
    await close();
  });

  it('passes over a handler that has no events', async () => {
    const topic = await ledger.topic();
    await ledger.publisher.publish(topic, [fact(1, { type: OTHER })]);
    const { calls, close } = await serve(topic);

    await eventually(() => expect(calls).toEqual([`all ${OTHER}`, `others ${OTHER}`]));
    await close();
  });

  it('undoes what the first did when the second fails', async () => {
    const topic = await ledger.topic();
    await ledger.publisher.publish(topic, [fact(1)]);
    const { calls, close } = await serve(topic, (attempt) => {
      if (attempt === 1) throw new TypeError('a bug');
    });

    await eventually(() => expect(calls.filter((call) => call.startsWith('facts'))).toHaveLength(2));
    await eventually(async () => expect(await recordedNumbers(ledger.pool)).toEqual([1]));
    await close();
  });
});
