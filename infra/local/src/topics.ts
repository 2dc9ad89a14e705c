import { connectionOptions, type KafkaConnection } from '@cds/kafka';
import kafkajs, { type Admin, Kafka, type RetryOptions } from 'kafkajs';
import { errorText } from './error-text.js';
import { notCreated } from './not-created.js';
import { replicationFactorOf, type TopicSpec, topicSpecs } from './topic-file.js';

export interface TopicChanges {
  created: string[];
  /** Given more partitions. */
  grown: string[];
  /** Given other settings. */
  altered: string[];
  /** Of the topics that were created; null when there are none. */
  replicas: Replicas | null;
}

/** How many brokers keep each record of new topics. */
export interface Replicas {
  readonly count: number;
  /** What `topics.json` says, where the cluster has too few brokers for it and nobody set another number. */
  readonly insteadOf?: number;
}

const configEntries = (config: Record<string, string>) =>
  Object.entries(config).map(([name, value]) => ({ name, value }));

/**
 * An acknowledged record is on two brokers at least where three keep it: one that dies takes nothing with it, and one
 * that is away stops no writer.
 */
export const configFor = (spec: TopicSpec, replicas: number): Record<string, string> => ({
  ...spec.config,
  'min.insync.replicas': replicas >= 3 ? '2' : '1',
});

const create = async (admin: Admin, specs: readonly TopicSpec[], replicationFactor: number): Promise<void> => {
  const topics = specs.map((spec) => ({
    topic: spec.name,
    numPartitions: spec.partitions,
    replicationFactor,
    configEntries: configEntries(configFor(spec, replicationFactor)),
  }));
  try {
    await admin.createTopics({ topics, waitForLeaders: true });
  } catch (error) {
    throw notCreated(error, replicationFactor);
  }
};

/** How a topic is in the cluster. */
interface TopicState {
  readonly partitions: number;
  /** The lowest number of replicas of its partitions. */
  readonly replicas: number;
}

const statesOf = async (admin: Admin, specs: readonly TopicSpec[]): Promise<ReadonlyMap<string, TopicState>> => {
  if (specs.length === 0) return new Map();
  const { topics } = await admin.fetchTopicMetadata({ topics: specs.map((spec) => spec.name) });
  return new Map(
    topics.map(({ name, partitions }) => [
      name,
      { partitions: partitions.length, replicas: Math.min(...partitions.map(({ replicas }) => replicas.length)) },
    ]),
  );
};

/**
 * Adds partitions, where that is allowed: the subjects of a topic move to other partitions then, so that the versions
 * of one lie in two and are read in any order. Kafka cannot take partitions away; a topic that has more keeps them.
 */
const grow = async (
  admin: Admin,
  specs: readonly TopicSpec[],
  states: ReadonlyMap<string, TopicState>,
  isAllowed: boolean,
): Promise<string[]> => {
  const small = specs.filter((spec) => (states.get(spec.name)?.partitions ?? 0) < spec.partitions);
  if (small.length === 0) return [];
  const names = small.map((spec) => spec.name);
  if (!isAllowed)
    throw new Error(
      `${names.join(', ')} would get more partitions, which breaks the order of each subject's events: ` +
        'read "Adding partitions" in docs/recovery.md, then give --add-partitions',
    );
  await admin.createPartitions({
    topicPartitions: small.map((spec) => ({ topic: spec.name, count: spec.partitions })),
  });
  return names;
};

/** Of a setting that the topic has itself. */
const OWN = kafkajs.ConfigSource.TOPIC_CONFIG;

const alter = async (
  admin: Admin,
  specs: readonly TopicSpec[],
  states: ReadonlyMap<string, TopicState>,
): Promise<string[]> => {
  if (specs.length === 0) return [];
  const { resources } = await admin.describeConfigs({
    resources: specs.map((spec) => ({ type: kafkajs.ConfigResourceTypes.TOPIC, name: spec.name })),
    includeSynonyms: false,
  });
  const current = new Map(
    resources.map((resource) => [
      resource.resourceName,
      new Map(resource.configEntries.map((entry) => [entry.configName, entry])),
    ]),
  );
  const wanted = (spec: TopicSpec) => configFor(spec, states.get(spec.name)?.replicas ?? 1);
  const other = specs.filter((spec) =>
    Object.entries(wanted(spec)).some(([name, value]) => current.get(spec.name)?.get(name)?.configValue !== value),
  );
  if (other.length === 0) return [];
  // Kafka takes what it is given for all that the topic sets: else an operator's settings would go back to defaults.
  const kept = (spec: TopicSpec) =>
    [...(current.get(spec.name)?.values() ?? [])].filter(({ configSource }) => configSource === OWN);
  await admin.alterConfigs({
    validateOnly: false,
    resources: other.map((spec) => ({
      type: kafkajs.ConfigResourceTypes.TOPIC,
      name: spec.name,
      configEntries: configEntries({
        ...Object.fromEntries(kept(spec).map(({ configName, configValue }) => [configName, configValue])),
        ...wanted(spec),
      }),
    })),
  });
  return other.map((spec) => spec.name);
};

const clientOf = (cluster: KafkaConnection, retry?: RetryOptions): Kafka =>
  new Kafka({
    ...connectionOptions(cluster),
    clientId: 'topics',
    logLevel: kafkajs.logLevel.NOTHING,
    ...(retry && { retry }),
  });

/** The client's usual patience, meant for a broker that restarts, would let a wrong address look like a slow one. */
const checkReachable = async (cluster: KafkaConnection): Promise<void> => {
  const admin = clientOf(cluster, { retries: 1, initialRetryTime: 100 }).admin();
  try {
    await admin.connect();
  } catch (error) {
    throw new Error(`Kafka at ${cluster.brokers.join(', ')} cannot be reached: ${errorText(error)}`, { cause: error });
  } finally {
    await admin.disconnect();
  }
};

const connect = async (cluster: KafkaConnection): Promise<Admin> => {
  await checkReachable(cluster);
  const admin = clientOf(cluster).admin();
  await admin.connect();
  return admin;
};

export interface TopicOptions {
  /** Of new topics; default: that of `topics.json`, or as many as there are brokers where those are fewer. */
  readonly replicationFactor?: number | undefined;
  /** Whether existing topics may get more partitions; default: they may not. */
  readonly addPartitions?: boolean;
  readonly specs?: readonly TopicSpec[];
}

const replicasFor = async (admin: Admin, factor: number | undefined): Promise<Replicas> => {
  if (factor !== undefined) return { count: factor };
  const wanted = replicationFactorOf();
  const { brokers } = await admin.describeCluster();
  return brokers.length < wanted ? { count: brokers.length, insteadOf: wanted } : { count: wanted };
};

/**
 * Brings a cluster to what `topics.json` says: creates what is missing and sets retention and replicas in sync. Run
 * again it changes nothing. Throws, having changed nothing, when a topic lacks partitions and `addPartitions` is not
 * set.
 */
export const applyTopics = async (cluster: KafkaConnection, options: TopicOptions = {}): Promise<TopicChanges> => {
  const { specs = topicSpecs(), replicationFactor, addPartitions = false } = options;
  const admin = await connect(cluster);
  try {
    const existing = new Set(await admin.listTopics());
    const missing = specs.filter((spec) => !existing.has(spec.name));
    const present = specs.filter((spec) => existing.has(spec.name));
    const states = await statesOf(admin, present);
    const grown = await grow(admin, present, states, addPartitions);
    const replicas = missing.length > 0 ? await replicasFor(admin, replicationFactor) : null;
    if (replicas) await create(admin, missing, replicas.count);
    const altered = await alter(admin, present, states);
    return { created: missing.map((spec) => spec.name), grown, altered, replicas };
  } finally {
    await admin.disconnect();
  }
};
