import kafkajs, { type Admin, Kafka, type RetryOptions } from 'kafkajs';
import { errorText } from './error-text.js';
import { type TopicSpec, topicSpecs } from './topic-file.js';

export interface TopicChanges {
  created: string[];
  /** Given more partitions. */
  grown: string[];
  /** Given other settings. */
  altered: string[];
}

const configEntries = (config: Record<string, string>) =>
  Object.entries(config).map(([name, value]) => ({ name, value }));

const create = async (admin: Admin, specs: readonly TopicSpec[], replicationFactor: number): Promise<void> => {
  if (specs.length === 0) return;
  const topics = specs.map((spec) => ({
    topic: spec.name,
    numPartitions: spec.partitions,
    replicationFactor,
    configEntries: configEntries(spec.config),
  }));
  await admin.createTopics({ topics, waitForLeaders: true });
};

/** Kafka cannot take partitions away, so a topic with more than the file says keeps them. */
const grow = async (admin: Admin, specs: readonly TopicSpec[]): Promise<string[]> => {
  if (specs.length === 0) return [];
  const { topics } = await admin.fetchTopicMetadata({ topics: specs.map((spec) => spec.name) });
  const counts = new Map(topics.map((topic) => [topic.name, topic.partitions.length]));
  const small = specs.filter((spec) => (counts.get(spec.name) ?? 0) < spec.partitions);
  if (small.length === 0) return [];
  await admin.createPartitions({
    topicPartitions: small.map((spec) => ({ topic: spec.name, count: spec.partitions })),
  });
  return small.map((spec) => spec.name);
};

const alter = async (admin: Admin, specs: readonly TopicSpec[]): Promise<string[]> => {
  if (specs.length === 0) return [];
  const { resources } = await admin.describeConfigs({
    resources: specs.map((spec) => ({ type: kafkajs.ConfigResourceTypes.TOPIC, name: spec.name })),
    includeSynonyms: false,
  });
  const current = new Map(
    resources.map((resource) => [
      resource.resourceName,
      new Map(resource.configEntries.map((entry) => [entry.configName, entry.configValue])),
    ]),
  );
  const other = specs.filter((spec) =>
    Object.entries(spec.config).some(([name, value]) => current.get(spec.name)?.get(name) !== value),
  );
  if (other.length === 0) return [];
  await admin.alterConfigs({
    validateOnly: false,
    resources: other.map((spec) => ({
      type: kafkajs.ConfigResourceTypes.TOPIC,
      name: spec.name,
      configEntries: configEntries(spec.config),
    })),
  });
  return other.map((spec) => spec.name);
};

const clientOf = (brokers: readonly string[], retry?: RetryOptions): Kafka =>
  new Kafka({ brokers: [...brokers], clientId: 'topics', logLevel: kafkajs.logLevel.NOTHING, ...(retry && { retry }) });

/** The client's usual patience, meant for a broker that restarts, would let a wrong address look like a slow one. */
const checkReachable = async (brokers: readonly string[]): Promise<void> => {
  const admin = clientOf(brokers, { retries: 1, initialRetryTime: 100 }).admin();
  try {
    await admin.connect();
  } catch (error) {
    throw new Error(`Kafka at ${brokers.join(', ')} cannot be reached: ${errorText(error)}`, { cause: error });
  } finally {
    await admin.disconnect();
  }
};

const connect = async (brokers: readonly string[]): Promise<Admin> => {
  await checkReachable(brokers);
  const admin = clientOf(brokers).admin();
  await admin.connect();
  return admin;
};

/**
 * Brings a cluster to what `topics.json` says: creates what is missing, adds partitions, sets retention. Run again it
 * changes nothing. `replicationFactor` is of new topics; -1 is the cluster's default.
 */
export const applyTopics = async (
  brokers: readonly string[],
  options: { replicationFactor?: number; specs?: readonly TopicSpec[] } = {},
): Promise<TopicChanges> => {
  const specs = options.specs ?? topicSpecs();
  const admin = await connect(brokers);
  try {
    const existing = new Set(await admin.listTopics());
    const missing = specs.filter((spec) => !existing.has(spec.name));
    const present = specs.filter((spec) => existing.has(spec.name));
    await create(admin, missing, options.replicationFactor ?? -1);
    return {
      created: missing.map((spec) => spec.name),
      grown: await grow(admin, present),
      altered: await alter(admin, present),
    };
  } finally {
    await admin.disconnect();
  }
};
