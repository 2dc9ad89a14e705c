import { Kafka, type KafkaMessage, logLevel } from 'kafkajs';

/** Everything that a topic holds now, partition by partition in order, as another team's consumer reads it. */
export const readTopic = async (brokers: string[], topic: string): Promise<KafkaMessage[]> => {
  const kafka = new Kafka({ brokers, clientId: 'outside', logLevel: logLevel.NOTHING, retry: { retries: 20 } });
  const admin = kafka.admin();
  await admin.connect();
  const ends = await admin.fetchTopicOffsets(topic);
  await admin.disconnect();
  const left = new Map(
    ends.filter(({ high, low }) => Number(high) > Number(low)).map(({ partition, high }) => [partition, Number(high)]),
  );
  const messages: KafkaMessage[] = [];
  const consumer = kafka.consumer({ groupId: `outside-${topic}-${Date.now()}` });
  await consumer.connect();
  await consumer.subscribe({ topic, fromBeginning: true });
  await new Promise<void>((resolve, reject) => {
    consumer.on(consumer.events.CRASH, ({ payload }) => reject(payload.error));
    if (left.size === 0) resolve();
    consumer
      .run({
        eachMessage: async ({ partition, message }) => {
          messages.push(message);
          if (Number(message.offset) + 1 >= (left.get(partition) ?? Infinity)) left.delete(partition);
          if (left.size === 0) resolve();
        },
      })
      .catch(reject);
  });
  await consumer.disconnect();
  return messages;
};
