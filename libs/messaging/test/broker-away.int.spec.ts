import { eventually, type KafkaServer, startKafka, memoryLogger, fact, facts } from '@cds/testing';
import { AppError } from '@cds/errors';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { createKafka, EventPublisher } from '@cds/kafka';
import { type Ledger, openLedger } from './consumer.harness.js';
import { recordedNumbers } from './facts.js';

const upTo = (count: number): number[] => Array.from({ length: count }, (_, index) => index);

describe('a broker that goes away', () => {
  const dataDir = mkdtempSync(join(tmpdir(), 'cds-broker-away-'));
  let kafka: KafkaServer;
  let ledger: Ledger;
  beforeAll(async () => {
    kafka = await startKafka({ dataDir });
    ledger = await openLedger(kafka.brokers);
  }, 60_000);
  afterAll(async () => {
    await ledger.close();
    await kafka.stop();
    rmSync(dataDir, { recursive: true, force: true });
  }, 60_000);
  afterEach(() => ledger.reset());

  const restart = async () => {
    kafka = await startKafka({ dataDir, port: kafka.port });
  };
  /** Sends in order until it is there, as a relay does. */
  const publish = (topic: string, events: Parameters<EventPublisher['publish']>[1]) =>
    eventually(() => ledger.publisher.publish(topic, events), { timeoutMs: 60_000 });

  it('is waited for by publisher and consumer, and afterwards every event counts once', async () => {
    const topic = await ledger.topic(2);
    await ledger.consume(topic);
    await publish(topic, facts(50));
    await eventually(async () => expect(await recordedNumbers(ledger.pool)).toHaveLength(50));

    process.kill(kafka.process.pid, 'SIGKILL');
    await expect(ledger.publisher.publish(topic, facts(50, 50))).rejects.toMatchObject({
      kind: 'unavailable',
      code: 'service.unavailable',
    });
    expect(ledger.publisher.isConnected()).toBe(false);
    await restart();
    await eventually(() => expect(ledger.publisher.isConnected()).toBe(true), { timeoutMs: 20_000 });
    await publish(topic, facts(50, 50));

    await eventually(
      async () => expect((await recordedNumbers(ledger.pool)).sort((a, b) => Number(a) - Number(b))).toEqual(upTo(100)),
      { timeoutMs: 40_000 },
    );
  }, 90_000);

  it('while the service starts is no reason not to start', async () => {
    const topic = await ledger.topic();
    await publish(topic, facts(3));
    await kafka.stop();

    const publisher = new EventPublisher(
      createKafka({ brokers: kafka.brokers, clientId: 'late', logger: memoryLogger() }),
      memoryLogger(),
    );
    const before = performance.now();
    const consumer = await ledger.consume(topic);
    expect(performance.now() - before).toBeLessThan(2_000);
    await publisher.connect();
    expect(publisher.isConnected()).toBe(false);
    await expect(publisher.publish(topic, [fact(3)])).rejects.toBeInstanceOf(AppError);

    await restart();
    await eventually(() => publisher.publish(topic, [fact(3)]), { timeoutMs: 30_000 });
    await eventually(async () => expect(await recordedNumbers(ledger.pool)).toEqual(upTo(4)), { timeoutMs: 30_000 });
    await publisher.close();
    await consumer.close();
  }, 90_000);

  it('lets a consumer close promptly', async () => {
    const topic = await ledger.topic();
    const consumer = await ledger.consume(topic);
    await publish(topic, facts(2));
    await eventually(async () => expect(await recordedNumbers(ledger.pool)).toHaveLength(2));
    process.kill(kafka.process.pid, 'SIGKILL');
    await new Promise((resolve) => setTimeout(resolve, 300));
    const before = performance.now();
    await consumer.close();
    expect(performance.now() - before).toBeLessThan(10_000);
  }, 90_000);
});
