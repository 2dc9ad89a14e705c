import { randomUUID } from 'node:crypto';
import kafkajs, { Kafka } from 'kafkajs';
import { applyTopics, configFor } from './topics.js';
import { topicSpecs } from './topic-file.js';

const { kafkaBrokers: brokers } = JSON.parse(process.env['CDS_TEST_SERVERS'] ?? '{}') as { kafkaBrokers: string[] };

const spec = (name: string, partitions: number, retentionMs: number) => ({
  name,
  partitions,
  config: { 'cleanup.policy': 'delete', 'retention.ms': String(retentionMs) },
});

const UNCHANGED = { created: [], grown: [], altered: [], replicas: null };

const topicName = (): string => `topics-${randomUUID()}`;

const settingOf = async (topic: string, setting: string): Promise<string | undefined> => {
  const admin = new Kafka({ brokers, clientId: 'tests', logLevel: kafkajs.logLevel.NOTHING }).admin();
  await admin.connect();
  try {
    const { resources } = await admin.describeConfigs({
      resources: [{ type: kafkajs.ConfigResourceTypes.TOPIC, name: topic }],
      includeSynonyms: false,
    });
    return resources[0]?.configEntries.find(({ configName }) => configName === setting)?.configValue;
  } finally {
    await admin.disconnect();
  }
};

describe('applying topics to a cluster', () => {
  it('creates them once', async () => {
    const name = topicName();
    const specs = [spec(name, 2, 60_000)];
    expect(await applyTopics({ brokers }, { replicationFactor: 1, specs })).toEqual({
      created: [name],
      grown: [],
      altered: [],
      replicas: { count: 1 },
    });
    expect(await applyTopics({ brokers }, { replicationFactor: 1, specs })).toEqual(UNCHANGED);
  });

  it('changes settings, and takes no partition away', async () => {
    const name = topicName();
    await applyTopics({ brokers }, { replicationFactor: 1, specs: [spec(name, 2, 60_000)] });
    expect(await applyTopics({ brokers }, { specs: [spec(name, 2, 90_000)] })).toEqual({
      ...UNCHANGED,
      altered: [name],
    });
    expect(await applyTopics({ brokers }, { specs: [spec(name, 1, 90_000)] })).toEqual(UNCHANGED);
  });

  it('keeps other settings that a topic has', async () => {
    const name = topicName();
    const { config, ...rest } = spec(name, 1, 60_000);
    const given = { ...rest, config: { ...config, 'retention.bytes': '123456789' } };
    await applyTopics({ brokers }, { replicationFactor: 1, specs: [given] });
    await applyTopics({ brokers }, { specs: [spec(name, 1, 90_000)] });
    expect([await settingOf(name, 'retention.bytes'), await settingOf(name, 'retention.ms')]).toEqual([
      '123456789',
      '90000',
    ]);
  });

  it('adds partitions only where that is asked for', async () => {
    const [name, other] = [topicName(), topicName()];
    await applyTopics({ brokers }, { replicationFactor: 1, specs: [spec(name, 2, 60_000)] });
    const specs = [spec(name, 3, 60_000), spec(other, 1, 60_000)];
    await expect(applyTopics({ brokers }, { replicationFactor: 1, specs })).rejects.toThrow(
      `${name} would get more partitions`,
    );
    expect(await applyTopics({ brokers }, { replicationFactor: 1, addPartitions: true, specs })).toEqual({
      created: [other],
      grown: [name],
      altered: [],
      replicas: { count: 1 },
    });
  });

  it('requires no second replica in sync where there is one replica', async () => {
    const name = topicName();
    await applyTopics({ brokers }, { replicationFactor: 1, specs: [spec(name, 1, 60_000)] });
    expect(await settingOf(name, 'min.insync.replicas')).toBe('1');
  });

  it('keeps as many replicas as there are brokers by default, and says that the file wants more', async () => {
    const name = topicName();
    const specs = [spec(name, 1, 60_000)];
    expect((await applyTopics({ brokers }, { specs })).replicas).toEqual({ count: 1, insteadOf: 3 });
    expect(await settingOf(name, 'min.insync.replicas')).toBe('1');
    expect(await applyTopics({ brokers }, { specs })).toEqual(UNCHANGED);
  });

  it('refuses more replicas than there are brokers when their number is set', async () => {
    await expect(
      applyTopics({ brokers }, { replicationFactor: 3, specs: [spec(topicName(), 1, 60_000)] }),
    ).rejects.toThrow('Topics cannot be created with replication factor 3 (');
  });

  it('has two of three replicas in sync', () => {
    expect(configFor(spec('topic', 1, 60_000), 3)).toMatchObject({ 'min.insync.replicas': '2' });
  });

  it('accepts all that the file says', async () => {
    const renamed = topicSpecs().map((one) => ({ ...one, name: `${one.name}-${randomUUID()}` }));
    expect((await applyTopics({ brokers }, { replicationFactor: 1, specs: renamed })).created).toHaveLength(
      renamed.length,
    );
    expect(await applyTopics({ brokers }, { replicationFactor: 1, specs: renamed })).toEqual(UNCHANGED);
  });

  it('names a cluster that cannot be reached', async () => {
    await expect(applyTopics({ brokers: ['127.0.0.1:1'] }, { specs: [] })).rejects.toThrow(
      'Kafka at 127.0.0.1:1 cannot be reached',
    );
  });
});
