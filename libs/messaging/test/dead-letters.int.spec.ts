import { AppError } from '@cds/errors';
import { eventually, uniqueName, newTopics, fact, facts } from '@cds/testing';
import { deadLetterTopic } from '@cds/contracts';
import { DLQ_HEADERS, headerText } from '@cds/kafka';
import { type Handle, type Ledger, openLedger, SERVICE } from './consumer.harness.js';
import { numberOf, recordedNumbers, recordFacts } from './facts.js';

const refusing =
  (poisoned: number, error: () => Error): Handle =>
  async (events, context) => {
    await recordFacts(events, context);
    if (events.some((event) => numberOf(event) === poisoned)) throw error();
  };

const rejected = (): Error =>
  new AppError({ code: 'request.rejected', kind: 'rejected', message: 'This fact is refused.' });

describe('a poisoned message', () => {
  let ledger: Ledger;
  beforeAll(async () => {
    ledger = await openLedger();
  });
  afterAll(() => ledger.close());
  afterEach(() => ledger.reset());

  it('in the middle of a batch is put aside with its error and origin, and all others count once', async () => {
    const topic = await ledger.topic();
    const events = facts(40);
    await ledger.publisher.publish(topic, events);
    const { registry } = await ledger.consume(topic, refusing(17, rejected));

    await eventually(async () =>
      expect(await recordedNumbers(ledger.pool)).toEqual(
        events.map((_, index) => index).filter((number) => number !== 17),
      ),
    );

    const [letter, ...others] = await ledger.deadLetters(topic);
    expect(others).toEqual([]);
    expect(letter?.key?.toString()).toBe(events[17]?.subject);
    expect(JSON.parse(String(letter?.value))).toEqual({ number: 17 });
    const headers = Object.fromEntries(
      Object.keys(letter?.headers ?? {}).map((name) => [name, headerText(letter?.headers, name)]),
    );
    expect(headers).toMatchObject({
      ce_id: events[17]?.id,
      ce_type: 'FactRecordedV1',
      dlq_error_code: 'request.rejected',
      dlq_error_message: 'This fact is refused.',
      dlq_origin_topic: topic,
      dlq_origin_partition: '0',
      dlq_origin_offset: '17',
      dlq_service: SERVICE,
    });
    expect(Date.parse(headers['dlq_failed_at'] ?? '')).not.toBeNaN();
    expect(await registry.metrics()).toContain(
      `cds_messages_handled_total{topic="${topic}",outcome="dead_lettered"} 1`,
    );
  });

  it('is put aside alone, and all others count once, when several partitions were fetched together', async () => {
    const topic = await ledger.topic(6);
    await ledger.publisher.publish(
      topic,
      facts(60).map((event, index) => ({ ...event, subject: `subject_${index}` })),
    );
    await ledger.consume(topic, refusing(17, rejected));

    const numbers = async () => (await recordedNumbers(ledger.pool)).toSorted((a, b) => Number(a) - Number(b));
    await eventually(async () =>
      expect(await numbers()).toEqual(
        facts(60)
          .map((_, index) => index)
          .filter((number) => number !== 17),
      ),
    );
    expect((await ledger.deadLetters(topic)).map(({ value }) => String(value))).toEqual(['{"number":17}']);
  });

  it.each([
    ['is no JSON', { value: '{"number":' }, 'message.malformed'],
    ['breaks its schema', { value: '{"number":"many"}' }, 'message.malformed'],
    ['lacks the headers of an event', { value: '{"number":1}', headers: {} }, 'message.malformed'],
  ])('that %s is put aside', async (_, message, code) => {
    const topic = await ledger.topic();
    await ledger.consume(topic);
    const headers = {
      ce_id: 'evt_1',
      ce_type: 'FactRecordedV1',
      ce_source: 'tests',
      ce_subject: 's',
      ce_time: '2026-11-21T09:00:00.000Z',
    };
    await ledger.publisher.send(topic, [{ key: 's', headers, ...message }]);
    await ledger.publisher.publish(topic, [fact(2)]);

    await eventually(async () => expect(await recordedNumbers(ledger.pool)).toEqual([2]));
    const [letter] = await ledger.deadLetters(topic);
    expect(headerText(letter?.headers, DLQ_HEADERS.errorCode)).toBe(code);
    expect(letter?.value?.toString()).toBe(message.value);
  });

  it('whose id and time cannot be stored is put aside once, and its partition goes on', async () => {
    const topic = await ledger.topic();
    await ledger.publisher.send(topic, [
      { key: 'k', value: 'no JSON', headers: { ce_id: `a\0b${'c'.repeat(5_000)}`, ce_type: 'FactRecordedV1' } },
    ]);
    await ledger.publisher.publish(topic, facts(1));
    await ledger.consume(topic, recordFacts);

    await eventually(async () => expect(await recordedNumbers(ledger.pool)).toEqual([0]));
    expect(await ledger.deadLetters(topic)).toHaveLength(1);
  });

  it('that meets a bug gets three attempts first', async () => {
    const topic = await ledger.topic();
    let attempts = 0;
    await ledger.consume(topic, () => {
      attempts += 1;
      return Promise.reject(new TypeError('undefined is not a function'));
    });
    await ledger.publisher.publish(topic, [fact(1)]);

    await eventually(async () => expect(await ledger.deadLetters(topic)).toHaveLength(1));
    expect(attempts).toBe(3);
    expect(headerText((await ledger.deadLetters(topic))[0]?.headers, DLQ_HEADERS.errorCode)).toBe('internal.error');
  });

  it('whose bug goes away between the attempts is handled', async () => {
    const topic = await ledger.topic();
    let attempts = 0;
    await ledger.consume(topic, async (events, context) => {
      attempts += 1;
      if (attempts < 3) throw new TypeError('undefined is not a function');
      await recordFacts(events, context);
    });
    await ledger.publisher.publish(topic, [fact(1)]);

    await eventually(async () => expect(await recordedNumbers(ledger.pool)).toEqual([1]));
    expect(await ledger.deadLetters(topic)).toEqual([]);
  });

  it('waits, and is not lost, while its dead-letter topic cannot be written', async () => {
    const topic = uniqueName('facts');
    await newTopics(ledger.brokers, { [topic]: 1 });
    const { logger } = await ledger.consume(topic, refusing(1, rejected));
    await ledger.publisher.publish(topic, facts(3));
    await eventually(() => expect(logger.lines.map(({ message }) => message)).toContain('consumer.retrying'), {
      timeoutMs: 15_000,
    });
    expect(await recordedNumbers(ledger.pool)).toEqual([0]);

    await newTopics(ledger.brokers, { [deadLetterTopic(topic, SERVICE)]: 1 });
    await eventually(async () => expect(await recordedNumbers(ledger.pool)).toEqual([0, 2]), { timeoutMs: 20_000 });
    expect((await ledger.deadLetters(topic)).map(({ value }) => String(value))).toEqual(['{"number":1}']);
  });

  it('is handled by its service alone once it is replayed, and is a dead letter again if that fails', async () => {
    const topic = await ledger.topic();
    let isMended = false;
    const handle: Handle = async (events, context) => {
      if (!isMended && events.some((event) => numberOf(event) === 1)) throw rejected();
      await recordFacts(events, context);
    };
    const { logger } = await ledger.consume(topic, handle);
    await ledger.publisher.publish(topic, facts(3));
    await eventually(async () => expect(await recordedNumbers(ledger.pool)).toEqual([0, 2]));

    const replay = async (): Promise<void> => {
      const [letter] = await ledger.deadLetters(topic);
      if (letter === undefined) throw new Error('There is no dead letter');
      await ledger.publisher.send(deadLetterTopic(topic, SERVICE), [
        { ...letter, headers: { ...letter.headers, [DLQ_HEADERS.replayed]: letter.offset } },
      ]);
    };
    await replay();
    await eventually(async () => expect(await ledger.deadLetters(topic)).toHaveLength(3));
    const again = (await ledger.deadLetters(topic)).at(-1);
    expect(headerText(again?.headers, DLQ_HEADERS.originOffset)).toBe('1');
    expect(headerText(again?.headers, DLQ_HEADERS.replayed)).toBeUndefined();

    isMended = true;
    await replay();
    await eventually(async () => expect(await recordedNumbers(ledger.pool)).toEqual([0, 2, 1]));
    const { rows } = await ledger.pool.query('SELECT partition, "offset" FROM facts WHERE number = 1');
    expect(rows).toEqual([{ partition: 0, offset: '1' }]);
    expect(logger.lines.filter(({ level }) => level === 'error')).toHaveLength(2);
  });
});
