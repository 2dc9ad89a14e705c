import type { Admin, Kafka } from 'kafkajs';
import { withAdmin } from '@cds/kafka';

/** How many messages of topics a consumer group has not committed yet. */
export const waitingEvents = (kafka: Kafka, groupId: string, topics: readonly string[]): Promise<number> =>
  withAdmin(kafka, async (admin) => {
    const waiting = await Promise.all(topics.map((topic) => waitingOf(admin, groupId, topic)));
    return waiting.reduce((sum, one) => sum + one, 0);
  });

const waitingOf = async (admin: Admin, groupId: string, topic: string): Promise<number> => {
  const [ends, groups] = await Promise.all([
    admin.fetchTopicOffsets(topic),
    admin.fetchOffsets({ groupId, topics: [topic] }),
  ]);
  const committed = new Map(groups[0]?.partitions.map(({ partition, offset }) => [partition, Number(offset)]));
  return ends.reduce((sum, { partition, low, high }) => {
    return sum + Number(high) - Math.max(Number(low), committed.get(partition) ?? 0);
  }, 0);
};
