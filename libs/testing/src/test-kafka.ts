import { type ITopicConfig, Kafka, logLevel } from 'kafkajs';
import { sharedServers } from './shared-servers.js';

/** The broker of this run. Every test shares it: use topics and groups with a `uniqueName`. */
export const testKafka = (): { brokers: string[] } => ({ brokers: sharedServers().kafkaBrokers });

/** Creates topics and returns when they can be written; those that exist already stay as they are. */
export const createTopics = async (
  brokers: readonly string[],
  topics: readonly { topic: string; partitions: number; config?: Record<string, string> }[],
): Promise<void> => {
  const admin = new Kafka({ brokers: [...brokers], clientId: 'tests', logLevel: logLevel.NOTHING }).admin();
  const wanted = topics.map(({ topic, partitions, config }): ITopicConfig => ({
    topic,
    numPartitions: partitions,
    replicationFactor: 1,
    configEntries: Object.entries(config ?? {}).map(([name, value]) => ({ name, value })),
  }));
  await admin.connect();
  try {
    await admin.createTopics({ topics: wanted, waitForLeaders: true });
  } finally {
    await admin.disconnect();
  }
};
