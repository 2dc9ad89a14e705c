import { randomUUID } from 'node:crypto';
import { applyTopics } from './topics.js';
import { topicSpecs } from './topic-file.js';

const { kafkaBrokers: brokers } = JSON.parse(process.env['CDS_TEST_SERVERS'] ?? '{}') as { kafkaBrokers: string[] };

const spec = (name: string, partitions: number, retentionMs: number) => ({
  name,
  partitions,
  config: { 'cleanup.policy': 'delete', 'retention.ms': String(retentionMs) },
});

const topicName = (): string => `topics-${randomUUID()}`;

describe('applying topics to a cluster', () => {
  it('creates them once', async () => {
    const name = topicName();
    const specs = [spec(name, 2, 60_000)];
    expect(await applyTopics(brokers, { specs })).toEqual({ created: [name], grown: [], altered: [] });
    expect(await applyTopics(brokers, { specs })).toEqual({ created: [], grown: [], altered: [] });
  });

  it('adds partitions and changes settings, and takes no partition away', async () => {
    const name = topicName();
    await applyTopics(brokers, { specs: [spec(name, 2, 60_000)] });
    expect(await applyTopics(brokers, { specs: [spec(name, 3, 90_000)] })).toEqual({
      created: [],
      grown: [name],
      altered: [name],
    });
    expect(await applyTopics(brokers, { specs: [spec(name, 1, 90_000)] })).toEqual({
      created: [],
      grown: [],
      altered: [],
    });
  });

  it('accepts all that the file says', async () => {
    const renamed = topicSpecs().map((one) => ({ ...one, name: `${one.name}-${randomUUID()}` }));
    expect((await applyTopics(brokers, { specs: renamed })).created).toHaveLength(renamed.length);
    expect(await applyTopics(brokers, { specs: renamed })).toEqual({ created: [], grown: [], altered: [] });
  });

  it('names a cluster that cannot be reached', async () => {
    await expect(applyTopics(['127.0.0.1:1'], { specs: [] })).rejects.toThrow('Kafka at 127.0.0.1:1 cannot be reached');
  });
});
