import type { Kafka } from 'kafkajs';
import { withAdmin } from '@cds/kafka';

/** What Kafka knows about the partitions of one topic. */
export interface ClusterOffsets {
  readonly clusterId: string;
  readonly partitions: ReadonlyMap<number, { low: bigint; high: bigint; committed: bigint | undefined }>;
}

export const readClusterOffsets = (kafka: Kafka, groupId: string, topic: string): Promise<ClusterOffsets> =>
  withAdmin(kafka, async (admin) => {
    const [{ clusterId }, ends, groupOffsets] = await Promise.all([
      admin.describeCluster(),
      admin.fetchTopicOffsets(topic),
      admin.fetchOffsets({ groupId, topics: [topic] }),
    ]);
    const committed = new Map(groupOffsets[0]?.partitions.map(({ partition, offset }) => [partition, BigInt(offset)]));
    return {
      clusterId,
      partitions: new Map(
        ends.map(({ partition, low, high }) => {
          const offset = committed.get(partition);
          return [
            partition,
            {
              low: BigInt(low),
              high: BigInt(high),
              committed: offset === undefined || offset < 0n ? undefined : offset,
            },
          ];
        }),
      ),
    };
  });
