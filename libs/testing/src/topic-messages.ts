import { Kafka, type KafkaMessage, logLevel } from 'kafkajs';
import { uniqueName } from './unique-name.js';

/** Every message that a topic has now. */
export const readAll = async (brokers: readonly string[], topic: string): Promise<KafkaMessage[]> => {
  const kafka = new Kafka({ brokers: [...brokers], clientId: 'tests', logLevel: logLevel.NOTHING });
  const admin = kafka.admin();
  await admin.connect();
  const ends = await admin.fetchTopicOffsets(topic).finally(() => admin.disconnect());
  let waiting = ends.reduce((sum, { low, high }) => sum + Number(high) - Number(low), 0);
  if (waiting === 0) return [];
  const messages: KafkaMessage[] = [];
  const consumer = kafka.consumer({ groupId: uniqueName('reader'), maxWaitTimeInMs: 50 });
  await consumer.connect();
  await consumer.subscribe({ topic, fromBeginning: true });
  await new Promise<void>((resolve, reject) => {
    const eachMessage = ({ message }: { message: KafkaMessage }): Promise<void> => {
      messages.push(message);
      waiting -= 1;
      if (waiting === 0) resolve();
      return Promise.resolve();
    };
    consumer.run({ eachMessage }).catch(reject);
  });
  await consumer.disconnect();
  return messages;
};
