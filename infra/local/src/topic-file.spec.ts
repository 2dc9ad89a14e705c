import { backfillTopic, deadLetterTopic, TOPICS } from '@cds/contracts';
import { topicSpecs } from './topic-file.js';

const KAFKA_DEFAULT_BYTES = 1_048_588;
const specs = new Map(topicSpecs().map((spec) => [spec.name, spec]));

describe('topics.json', () => {
  it.each(Object.values(TOPICS))('has %s, with room to spread', (topic) => {
    expect(specs.get(topic)?.partitions).toBeGreaterThan(1);
  });

  it.each([
    [TOPICS.catchEvents, 'leaderboard'],
    [TOPICS.catchEvents, 'webhook'],
    [TOPICS.leaderboardEvents, 'webhook'],
    [TOPICS.speciesCatalog, 'catch'],
    [TOPICS.speciesCatalog, 'leaderboard'],
    [TOPICS.identityEvents, 'leaderboard'],
  ])('has a dead letter topic for %s in %s, for a month, with room for the message and its error', (topic, service) => {
    const dlq = specs.get(deadLetterTopic(topic, service));
    expect(dlq).toMatchObject({ partitions: 1, config: { 'cleanup.policy': 'delete', 'retention.ms': '2592000000' } });
    expect(Number(dlq?.config['max.message.bytes'])).toBeGreaterThan(KAFKA_DEFAULT_BYTES);
  });

  it.each([
    [TOPICS.catchEvents, 'leaderboard'],
    [TOPICS.catchEvents, 'webhook'],
    [TOPICS.leaderboardEvents, 'webhook'],
    [TOPICS.speciesCatalog, 'catch'],
    [TOPICS.speciesCatalog, 'leaderboard'],
    [TOPICS.identityEvents, 'catch'],
    [TOPICS.identityEvents, 'leaderboard'],
    [TOPICS.identityEvents, 'webhook'],
    [TOPICS.webhookEvents, 'webhook'],
    [TOPICS.auditEvents, 'gateway'],
  ])('has a backfill topic for %s in %s with as many partitions', (topic, service) => {
    const backfill = specs.get(backfillTopic(topic, service));
    expect(backfill).toMatchObject({ config: { 'cleanup.policy': 'delete' } });
    expect(backfill?.partitions).toBe(specs.get(topic)?.partitions);
  });

  it('keeps the latest of every species for ever', () => {
    const { config } = specs.get(TOPICS.speciesCatalog) ?? {};
    expect(config).toMatchObject({ 'cleanup.policy': 'compact' });
    expect(config).not.toHaveProperty('retention.ms');
  });
});
