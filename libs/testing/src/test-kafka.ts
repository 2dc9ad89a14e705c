import { type Admin, type ITopicConfig, Kafka, logLevel } from 'kafkajs';
import type pg from 'pg';
import { eventually } from './eventually.js';
import { sharedServers } from './shared-servers.js';

/** The broker of this run. Every test shares it: use topics and groups with a `uniqueName`. */
export const testKafka = (): { brokers: string[] } => ({ brokers: sharedServers().kafkaBrokers });

/**
 * Creates topics and returns when they can be written and read; those that exist already stay as they are. Right after
 * it created a topic, a broker may answer for a while that it does not know it, or that it does not lead its
 * partitions.
 */
export const createTopics = async (
  brokers: readonly string[],
  topics: readonly { topic: string; partitions: number; config?: Record<string, string> }[],
): Promise<void> => {
  const wanted = topics.map(({ topic, partitions, config }): ITopicConfig => ({
    topic,
    numPartitions: partitions,
    replicationFactor: 1,
    configEntries: Object.entries(config ?? {}).map(([name, value]) => ({ name, value })),
  }));
  await withAdmin(brokers, async (admin) => {
    await eventually(() => admin.createTopics({ topics: wanted, waitForLeaders: true }));
    for (const { topic } of wanted) await eventually(() => admin.fetchTopicOffsets(topic));
  });
};

/** The same for topics without settings, given as name and number of partitions. */
export const newTopics = (brokers: readonly string[], partitions: Readonly<Record<string, number>>): Promise<void> =>
  createTopics(
    brokers,
    Object.entries(partitions).map(([topic, count]) => ({ topic, partitions: count })),
  );

/**
 * Lets a service that was never started begin at the topics' ends: what other tests published before is none of its
 * business.
 */
export const beginAtTheEnd = (
  database: Pick<pg.Pool, 'query'>,
  brokers: readonly string[],
  topics: readonly string[],
): Promise<void> =>
  withAdmin(brokers, async (admin) => {
    const { clusterId } = await admin.describeCluster();
    for (const topic of topics) {
      for (const { partition, high } of await eventually(() => admin.fetchTopicOffsets(topic)))
        await database.query(STORE, [clusterId, topic, partition, high]);
    }
  });

const STORE = 'INSERT INTO consumer_offsets (cluster_id, topic, partition, next_offset) VALUES ($1, $2, $3, $4)';

const withAdmin = async <T>(brokers: readonly string[], use: (admin: Admin) => Promise<T>): Promise<T> => {
  const admin = new Kafka({ brokers: [...brokers], clientId: 'tests', logLevel: logLevel.NOTHING }).admin();
  await admin.connect();
  try {
    return await use(admin);
  } finally {
    await admin.disconnect();
  }
};
