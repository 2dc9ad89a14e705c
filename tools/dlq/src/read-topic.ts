import { scanTopic } from '@cds/kafka';
import type { Kafka, KafkaMessage } from 'kafkajs';

export interface PlacedMessage {
  readonly partition: number;
  readonly message: KafkaMessage;
}

/** All messages that a topic has now, in order within each partition. */
export const readTopic = async (kafka: Kafka, topic: string): Promise<PlacedMessage[]> => {
  const read: PlacedMessage[] = [];
  await scanTopic(kafka, { topic, groupPrefix: 'dlq-tool' }, (partition, messages) => {
    for (const message of messages) read.push({ partition, message });
  });
  return read;
};
