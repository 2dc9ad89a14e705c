import { randomUUID } from 'node:crypto';
import type { EachBatchPayload, Kafka, KafkaMessage } from 'kafkajs';
import { withAdmin } from './with-admin.js';

export interface TopicScan {
  readonly topic: string;
  /** The first time that is read, by the timestamps of the messages; the whole topic by default. */
  readonly since?: Date | undefined;
  /** What the name of the consumer group begins with, which exists for the time of the scan. */
  readonly groupPrefix: string;
}

/**
 * Reads the messages that a topic has now, in order within each partition; later ones are left out. Leaves no consumer
 * group behind. Fails when Kafka cannot be reached, and with what `onMessages` fails with.
 */
export const scanTopic = async (
  kafka: Kafka,
  { topic, since, groupPrefix }: TopicScan,
  onMessages: (partition: number, messages: readonly KafkaMessage[]) => Promise<void> | void,
): Promise<void> => {
  const unread = new Map((await rangesOf(kafka, topic, since)).map((range) => [range.partition, range]));
  if (unread.size === 0) return;
  const starts = [...unread.values()];

  const groupId = `${groupPrefix}-${randomUUID()}`;
  const consumer = kafka.consumer({ groupId, maxWaitTimeInMs: 100, allowAutoTopicCreation: false });
  try {
    await consumer.connect();
    await consumer.subscribe({ topic, fromBeginning: true });
    await new Promise<void>((resolve, reject) => {
      consumer.on(consumer.events.CRASH, ({ payload }) => reject(payload.error));
      const eachBatch = async ({ batch }: EachBatchPayload): Promise<void> => {
        const left = unread.get(batch.partition);
        if (left === undefined) return;
        // A batch may begin before the place that was sought, or come twice.
        const isWanted = ({ offset }: KafkaMessage) => BigInt(offset) >= left.from && BigInt(offset) < left.to;
        await onMessages(batch.partition, batch.messages.filter(isWanted));
        const next = BigInt(batch.lastOffset()) + 1n;
        if (next >= left.to) unread.delete(batch.partition);
        else if (next > left.from) unread.set(batch.partition, { ...left, from: next });
        if (unread.size === 0) resolve();
      };
      const seek = (): void => {
        for (const { partition, from } of starts) consumer.seek({ topic, partition, offset: String(from) });
      };
      const eachBatchOrReject = (payload: EachBatchPayload) => eachBatch(payload).catch(reject);
      consumer.run({ autoCommit: false, eachBatch: eachBatchOrReject }).then(seek).catch(reject);
    });
  } finally {
    await consumer.disconnect();
    await withAdmin(kafka, (admin) => admin.deleteGroups([groupId])).catch(() => undefined);
  }
};

interface PartitionRange {
  readonly partition: number;
  /** The first offset to read. */
  readonly from: bigint;
  /** The offset after the last one. */
  readonly to: bigint;
}

/** The partitions that have anything to read. */
const rangesOf = (kafka: Kafka, topic: string, since: Date | undefined): Promise<PartitionRange[]> =>
  withAdmin(kafka, async (admin) => {
    const ends = await admin.fetchTopicOffsets(topic);
    const starts = since === undefined ? [] : await admin.fetchTopicOffsetsByTimestamp(topic, since.getTime());
    const firsts = new Map(starts.map(({ partition, offset }) => [partition, offset]));
    return ends
      .map(({ partition, low, high }) => ({ partition, from: BigInt(firsts.get(partition) ?? low), to: BigInt(high) }))
      .filter(({ from, to }) => from < to);
  });
