import { Kafka, logLevel } from 'kafkajs';

export interface Fact {
  id: string;
  key: string;
  version: number;
}

/** Everything that `catch.events` holds now, partition by partition in order, as another team's consumer reads it. */
export const readFacts = async (brokers: string[]): Promise<Fact[]> => {
  const kafka = new Kafka({ brokers, clientId: 'outside', logLevel: logLevel.NOTHING, retry: { retries: 20 } });
  const admin = kafka.admin();
  await admin.connect();
  const ends = await admin.fetchTopicOffsets('catch.events');
  await admin.disconnect();
  const left = new Map(ends.filter(({ high, low }) => Number(high) > Number(low)).map(({ partition, high }) => [partition, Number(high)]));
  const facts: Fact[] = [];
  const consumer = kafka.consumer({ groupId: `outside-${Date.now()}` });
  await consumer.connect();
  await consumer.subscribe({ topic: 'catch.events', fromBeginning: true });
  await new Promise<void>((resolve, reject) => {
    consumer.on(consumer.events.CRASH, ({ payload }) => reject(payload.error));
    if (left.size === 0) resolve();
    consumer
      .run({
        eachMessage: async ({ partition, message }) => {
          const { version } = JSON.parse(String(message.value)) as { version: number };
          facts.push({ id: String(message.headers?.['ce_id']), key: String(message.key), version });
          if (Number(message.offset) + 1 >= (left.get(partition) ?? Infinity)) left.delete(partition);
          if (left.size === 0) resolve();
        },
      })
      .catch(reject);
  });
  await consumer.disconnect();
  return facts;
};
