import { Kafka, type KafkaMessage, logLevel } from 'kafkajs';
import { eventually } from './eventually.js';
import { uniqueName } from './unique-name.js';

/** Every message that a topic has now, each partition in its order, as a consumer of another team reads it. */
export const readTopic = async (brokers: readonly string[], topic: string): Promise<KafkaMessage[]> => {
  const kafka = new Kafka({
    brokers: [...brokers],
    clientId: 'tests',
    logLevel: logLevel.NOTHING,
    retry: { retries: 20 },
  });
  const unread = await unreadPartitions(kafka, topic);
  if (unread.size === 0) return [];
  const messages: KafkaMessage[] = [];
  const consumer = kafka.consumer({ groupId: uniqueName('reader'), maxWaitTimeInMs: 50 });
  await consumer.connect();
  await consumer.subscribe({ topic, fromBeginning: true });
  await new Promise<void>((resolve, reject) => {
    consumer.on(consumer.events.CRASH, ({ payload }) => {
      if (!payload.restart) reject(payload.error);
    });
    const eachMessage = ({ partition, message }: { partition: number; message: KafkaMessage }): Promise<void> => {
      messages.push(message);
      if (Number(message.offset) + 1 >= (unread.get(partition) ?? Infinity)) unread.delete(partition);
      if (unread.size === 0) resolve();
      return Promise.resolve();
    };
    consumer.run({ eachMessage }).catch(reject);
  });
  await consumer.disconnect();
  return messages;
};

/** The end of each partition that has messages. */
const unreadPartitions = async (kafka: Kafka, topic: string): Promise<Map<number, number>> => {
  const admin = kafka.admin();
  await admin.connect();
  try {
    const offsets = await eventually(() => admin.fetchTopicOffsets(topic));
    const withMessages = offsets.filter(({ high, low }) => Number(high) > Number(low));
    return new Map(withMessages.map(({ partition, high }) => [partition, Number(high)]));
  } finally {
    await admin.disconnect();
  }
};
