import { backfillTopic, deadLetterTopic } from '@cds/contracts';
import { eventually, fact, facts } from '@cds/testing';
import { type Ledger, openLedger, SERVICE } from './consumer.harness.js';
import { recordedNumbers, recordFacts } from './facts.js';

describe('the backfill of a topic', () => {
  let ledger: Ledger;
  beforeAll(async () => {
    ledger = await openLedger();
  });
  afterAll(() => ledger.close());
  afterEach(() => ledger.reset());

  it('is handled by the handler of the topic, under its name', async () => {
    const topic = await ledger.topic(3);
    const seen: string[] = [];
    await ledger.consume(topic, async (events, context) => {
      seen.push(context.topic, ...events.map((event) => event.topic));
      await recordFacts(events, context);
    });
    await ledger.publisher.publish(backfillTopic(topic, SERVICE), facts(30));

    await eventually(async () => expect(await recordedNumbers(ledger.pool)).toHaveLength(30));
    expect(new Set(seen)).toEqual(new Set([topic]));
  });

  it('lies in the same partitions as the topic', async () => {
    const topic = await ledger.topic(3);
    await ledger.consume(topic);
    await ledger.publisher.publish(topic, facts(30));
    await ledger.publisher.publish(backfillTopic(topic, SERVICE), facts(30));

    await eventually(async () => expect(await recordedNumbers(ledger.pool)).toHaveLength(60));
    const { rows } = await ledger.pool.query(
      'SELECT subject FROM facts GROUP BY subject HAVING count(DISTINCT partition) > 1',
    );
    expect(rows).toEqual([]);
  });

  it('takes turns with the partition of its subject', async () => {
    const topic = await ledger.topic();
    let letGo = (): void => undefined;
    const held = new Promise<void>((resolve) => (letGo = resolve));
    const order: string[] = [];
    await ledger.consume(topic, async (events, context) => {
      const numbers = events.map(({ data }) => (data as { number: number }).number);
      order.push(`begin ${numbers.join()}`);
      if (numbers.includes(1)) await held;
      await recordFacts(events, context);
      order.push(`end ${numbers.join()}`);
    });
    await ledger.publisher.publish(topic, [fact(1)]);
    await eventually(() => expect(order).toEqual(['begin 1']));
    await ledger.publisher.publish(backfillTopic(topic, SERVICE), [fact(8)]);
    letGo();

    await eventually(() => expect(order).toEqual(['begin 1', 'end 1', 'begin 8', 'end 8']));
  });

  it('puts what cannot be handled into the dead letters of the topic', async () => {
    const topic = await ledger.topic();
    await ledger.consume(topic);
    await ledger.publisher.publish(backfillTopic(topic, SERVICE), [fact(1, { data: { number: 'many' } }), fact(2)]);

    await eventually(async () => expect(await recordedNumbers(ledger.pool)).toEqual([2]));
    const [letter] = await ledger.deadLetters(topic);
    expect(String(letter?.value)).toBe('{"number":"many"}');
    expect(deadLetterTopic(topic, SERVICE)).toContain(topic);
  });
});

describe('versions that a handler finds missing', () => {
  let ledger: Ledger;
  beforeAll(async () => {
    ledger = await openLedger();
  });
  afterAll(() => ledger.close());

  it('are logged and counted once, after the commit', async () => {
    const topic = await ledger.topic();
    let attempts = 0;
    const { logger, registry } = await ledger.consume(topic, (_, { noticeVersionGaps }) => {
      noticeVersionGaps([{ subject: 'subject_1', from: 2, to: 5 }]);
      attempts += 1;
      return attempts === 1 ? Promise.reject(new TypeError('a bug')) : Promise.resolve();
    });
    await ledger.publisher.publish(topic, [fact(1)]);

    await eventually(async () =>
      expect(await registry.metrics()).toContain(`cds_consumer_version_gaps_total{topic="${topic}"} 1`),
    );
    expect(attempts).toBe(2);
    expect(logger.lines.filter(({ message }) => message === 'consumer.version_gap')).toEqual([
      { level: 'warn', message: 'consumer.version_gap', topic, subject: 'subject_1', from: 2, to: 5 },
    ]);
  });
});
