import { eventually, uniqueName, newTopics, fact, facts } from '@cds/testing';
import type { ReceivedEvent } from '@cds/kafka';
import { type Ledger, openLedger } from './consumer.harness.js';
import { recordedNumbers, recordFacts } from './facts.js';

const upTo = (count: number): number[] => Array.from({ length: count }, (_, index) => index);

describe('KafkaTransport', () => {
  let ledger: Ledger;
  beforeAll(async () => {
    ledger = await openLedger();
  });
  afterAll(() => ledger.close());
  afterEach(() => ledger.reset());

  it('hands over each event once, in order, with all that CloudEvents carries', async () => {
    const topic = await ledger.topic();
    const received: ReceivedEvent[] = [];
    await ledger.consume(topic, async (events, context) => {
      received.push(...events);
      await recordFacts(events, context);
    });

    const events = facts(20);
    await ledger.publisher.publish(topic, events);

    await eventually(async () => expect(await recordedNumbers(ledger.pool)).toEqual(upTo(20)));
    expect(received[3]).toMatchObject({ ...events[3], topic, partition: 0, offset: '3', receivedAt: expect.any(Date) });
  });

  it('hands over what waits in batches of at most the size asked for', async () => {
    const topic = await ledger.topic();
    await ledger.publisher.publish(topic, facts(1_200));
    const sizes: number[] = [];
    await ledger.consume(topic, async (events, context) => {
      sizes.push(events.length);
      await recordFacts(events, context);
    });

    await eventually(async () => expect(await recordedNumbers(ledger.pool)).toEqual(upTo(1_200)));
    expect(sizes).toEqual([500, 500, 200]);
  });

  it('keeps the order of each subject over all partitions', async () => {
    const topic = await ledger.topic(6);
    await ledger.consume(topic);
    await ledger.publisher.publish(topic, facts(300));

    await eventually(async () => expect(await recordedNumbers(ledger.pool)).toHaveLength(300));
    const { rows } = await ledger.pool.query(
      `SELECT subject FROM facts GROUP BY subject HAVING array_agg(number ORDER BY position) <> array_agg(number
        ORDER BY number)`,
    );
    expect(rows).toEqual([]);
  });

  it('hands over what waits in several partitions together', async () => {
    const topic = await ledger.topic(6);
    await ledger.publisher.publish(
      topic,
      facts(60).map((event, index) => ({ ...event, subject: `subject_${index}` })),
    );
    const handled: number[] = [];
    const { registry, logger } = await ledger.consume(topic, async (events, context) => {
      handled.push(new Set(events.map(({ partition }) => partition)).size);
      await recordFacts(events, context);
    });

    await eventually(async () => expect(await recordedNumbers(ledger.pool)).toHaveLength(60));
    expect(handled).toEqual([6]);
    for (const partition of upTo(6)) {
      await eventually(async () =>
        expect(await registry.metrics()).toContain(`cds_consumer_lag{topic="${topic}",partition="${partition}"} 0`),
      );
    }
    const { rows } = await ledger.pool.query<{ last: string; next: string }>(
      `SELECT max("offset") + 1 AS last, next_offset AS next FROM facts JOIN consumer_offsets USING (partition)
        WHERE topic = $1 GROUP BY partition, next_offset`,
      [topic],
    );
    expect(rows).toHaveLength(6);
    for (const { last, next } of rows) expect(next).toBe(last);
    const partitions = Array.from({ length: 6 }, () => ({
      partition: expect.any(Number),
      first_offset: '0',
      last_offset: expect.any(String),
    }));
    expect(logger.lines.find(({ message }) => message === 'message.handled')).toMatchObject({
      topic,
      count: 60,
      partitions,
      outcome: 'handled',
    });
  });

  it('hands over a tombstone as an event without data', async () => {
    const topic = await ledger.topic();
    const received: ReceivedEvent[] = [];
    await ledger.consume(topic, (events) => Promise.resolve(void received.push(...events)));

    await ledger.publisher.publish(topic, [fact(1), fact(1, { data: null })]);

    await eventually(() => expect(received).toHaveLength(2));
    expect(received[1]).toMatchObject({ subject: 'subject_1', data: null });
  });

  it('passes over types that it does not know', async () => {
    const topic = await ledger.topic();
    const { registry } = await ledger.consume(topic);

    await ledger.publisher.publish(topic, [fact(0), fact(1, { type: 'FactRecordedV9', data: 'anything' }), fact(2)]);

    await eventually(async () => expect(await recordedNumbers(ledger.pool)).toEqual([0, 2]));
    await eventually(async () =>
      expect(await registry.metrics()).toContain(
        `cds_messages_handled_total{topic="${topic}",outcome="passed_over"} 1`,
      ),
    );
    expect(await ledger.deadLetters(topic)).toEqual([]);
  });

  it('tells lag, outcomes and durations', async () => {
    const topic = await ledger.topic();
    await ledger.publisher.publish(topic, facts(30));
    const { registry, logger } = await ledger.consume(topic);

    await eventually(async () =>
      expect(await registry.metrics()).toContain(`cds_consumer_lag{topic="${topic}",partition="0"} 0`),
    );
    const metrics = await registry.metrics();
    expect(metrics).toContain(`cds_messages_handled_total{topic="${topic}",outcome="handled"} 30`);
    expect(metrics).toContain(`cds_message_batch_duration_seconds_count{topic="${topic}"} 1`);
    expect(logger.lines.find(({ message }) => message === 'message.handled')).toMatchObject({
      level: 'info',
      topic,
      partition: 0,
      first_offset: '0',
      last_offset: '29',
      count: 30,
      outcome: 'handled',
      duration_ms: expect.any(Number),
    });
  });

  it('runs what waits for the commit once it has happened', async () => {
    const topic = await ledger.topic();
    let seenAfterCommit: Promise<(number | null)[]> | undefined;
    await ledger.consume(topic, async (events, context) => {
      context.afterCommit(() => {
        seenAfterCommit = recordedNumbers(ledger.pool);
      });
      await recordFacts(events, context);
    });
    await ledger.publisher.publish(topic, facts(3));

    await eventually(async () => expect(await seenAfterCommit).toEqual([0, 1, 2]));
  });

  it('feeds several topics, each to its handler', async () => {
    const [one, other] = [await ledger.topic(), await ledger.topic()];
    const seen: string[] = [];
    await ledger.consume({
      [one]: (_, { topic }) => Promise.resolve(void seen.push(topic)),
      [other]: (_, { topic }) => Promise.resolve(void seen.push(topic)),
    });
    await ledger.publisher.publish(one, [fact(1)]);
    await ledger.publisher.publish(other, [fact(2)]);

    await eventually(() => expect(seen.sort()).toEqual([one, other].sort()));
  });

  it('begins with a topic once it exists, while the others are served', async () => {
    const topic = await ledger.topic();
    const late = uniqueName('late');
    await ledger.consume({ [topic]: recordFacts, [late]: recordFacts });
    await ledger.publisher.publish(topic, [fact(1)]);
    await eventually(async () => expect(await recordedNumbers(ledger.pool)).toEqual([1]));

    await newTopics(ledger.brokers, { [late]: 1 });
    await ledger.publisher.publish(late, [fact(2)]);
    await eventually(async () => expect(await recordedNumbers(ledger.pool)).toEqual([1, 2]), { timeoutMs: 15_000 });
  });
});
