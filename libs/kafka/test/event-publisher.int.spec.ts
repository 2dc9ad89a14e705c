import { eventually, testKafka, uniqueName, memoryLogger, newTopics, readTopic, fact, facts } from '@cds/testing';
import { createKafka, EventPublisher, headerText } from '../src/index.js';

describe('EventPublisher', () => {
  const { brokers } = testKafka();
  let publisher: EventPublisher;
  beforeAll(async () => {
    publisher = new EventPublisher(createKafka({ brokers, clientId: 'tests', logger: memoryLogger() }), memoryLogger());
    await publisher.connect();
  });
  afterAll(() => publisher.close());

  const topicOf = async (partitions: number): Promise<string> => {
    const topic = uniqueName('published');
    await newTopics(brokers, { [topic]: partitions });
    return topic;
  };

  it('writes CloudEvents 1.0 in binary mode under the subject', async () => {
    const topic = await topicOf(1);
    const event = fact(1);
    await publisher.publish(topic, [event, fact(2, { accountId: null, traceparent: null, data: null })]);

    const [full, bare] = await readTopic(brokers, topic);
    expect(full?.key?.toString()).toBe(event.subject);
    expect(full?.value?.toString()).toBe('{"number":1}');
    expect(
      Object.fromEntries(Object.keys(full?.headers ?? {}).map((name) => [name, headerText(full?.headers, name)])),
    ).toEqual({
      ce_specversion: '1.0',
      ce_id: event.id,
      ce_type: 'FactRecordedV1',
      ce_source: 'tests',
      ce_subject: event.subject,
      ce_time: '2026-11-21T09:00:00.000Z',
      ce_accountid: 'acc_1',
      traceparent: event.traceparent,
      'content-type': 'application/json',
    });
    expect(bare?.value).toBeNull();
    expect(Object.keys(bare?.headers ?? {})).toEqual([
      'ce_specversion',
      'ce_id',
      'ce_type',
      'ce_source',
      'ce_subject',
      'ce_time',
    ]);
  });

  it('sends more than a broker takes at once, in order', async () => {
    const topic = await topicOf(1);
    const padding = 'x'.repeat(10_000);
    await publisher.publish(
      topic,
      facts(300).map((event, number) => ({ ...event, data: { number, padding } })),
    );

    const numbers = (await readTopic(brokers, topic)).map(
      ({ value }) => (JSON.parse(String(value)) as { number: number }).number,
    );
    expect(numbers).toEqual(Array.from({ length: 300 }, (_, index) => index));
  });

  it('sends in the order of the calls', async () => {
    const topic = await topicOf(1);
    await Promise.all(facts(50).map((event) => publisher.publish(topic, [event])));

    const values = (await readTopic(brokers, topic)).map(({ value }) => String(value));
    expect(values).toEqual(Array.from({ length: 50 }, (_, number) => JSON.stringify({ number })));
  });

  it('rejects with `unavailable` while the topic cannot be written, and goes on afterwards', async () => {
    const topic = uniqueName('published');
    await expect(publisher.publish(topic, [fact(1)])).rejects.toMatchObject({
      kind: 'unavailable',
      code: 'service.unavailable',
    });

    await newTopics(brokers, { [topic]: 1 });
    await eventually(() => publisher.publish(topic, [fact(1)]));
    expect(await readTopic(brokers, topic)).toHaveLength(1);
  });

  it('does nothing for no events', async () => {
    await expect(publisher.publish('never.created', [])).resolves.toBeUndefined();
  });
});
