import { withAdmin } from '@cds/kafka';
import type { Kafka, KafkaMessage } from 'kafkajs';
import { randomUUID } from 'node:crypto';

export interface PlacedMessage {
  readonly partition: number;
  readonly message: KafkaMessage;
}

/** All messages that a topic has now, in order within each partition. Leaves no consumer group behind. */
export const readTopic = async (kafka: Kafka, topic: string): Promise<PlacedMessage[]> => {
  const ends = await withAdmin(kafka, (admin) => admin.fetchTopicOffsets(topic));
  const unread = new Map(
    ends.filter(({ low, high }) => BigInt(low) < BigInt(high)).map(({ partition, high }) => [partition, BigInt(high)]),
  );
  const messages: PlacedMessage[] = [];
  if (unread.size === 0) return messages;

  const groupId = `dlq-tool-${randomUUID()}`;
  const consumer = kafka.consumer({ groupId, maxWaitTimeInMs: 100, allowAutoTopicCreation: false });
  try {
    await consumer.connect();
    await consumer.subscribe({ topic, fromBeginning: true });
    await new Promise<void>((resolve, reject) => {
      consumer.on(consumer.events.CRASH, ({ payload }) => reject(payload.error));
      consumer
        .run({
          autoCommit: false,
          eachBatch: ({ batch }) => {
            for (const message of batch.messages) messages.push({ partition: batch.partition, message });
            if (BigInt(batch.lastOffset()) + 1n >= (unread.get(batch.partition) ?? 0n)) unread.delete(batch.partition);
            if (unread.size === 0) resolve();
            return Promise.resolve();
          },
        })
        .catch(reject);
    });
  } finally {
    await consumer.disconnect();
    await withAdmin(kafka, (admin) => admin.deleteGroups([groupId])).catch(() => undefined);
  }
  return messages;
};
