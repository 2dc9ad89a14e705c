import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { type KafkaServer, startKafka } from './kafka.js';
import { applyTopics } from './topics.js';

const PASSWORD = 'only-for-this-test';
const folder = mkdtempSync(join(tmpdir(), 'cds-topics-rights-'));

const SETTINGS = {
  // The name of the listener stays; what is spoken there is another protocol.
  'listener.security.protocol.map': 'PLAINTEXT:SASL_PLAINTEXT,CONTROLLER:PLAINTEXT',
  'inter.broker.listener.name': 'PLAINTEXT',
  'sasl.mechanism.inter.broker.protocol': 'PLAIN',
  'sasl.enabled.mechanisms': 'PLAIN',
  'listener.name.plaintext.plain.sasl.jaas.config':
    'org.apache.kafka.common.security.plain.PlainLoginModule required ' +
    `username="broker" password="${PASSWORD}" user_broker="${PASSWORD}" user_stranger="${PASSWORD}";`,
  'authorizer.class.name': 'org.apache.kafka.metadata.authorizer.StandardAuthorizer',
  // The controller's own listener knows no users.
  'super.users': 'User:broker;User:ANONYMOUS',
};

let broker: KafkaServer;
beforeAll(async () => {
  broker = await startKafka({ dataDir: join(folder, 'kafka'), settings: SETTINGS });
}, 90_000);
afterAll(async () => {
  await broker?.stop();
  rmSync(folder, { recursive: true, force: true });
});

const applyAs = (username: string, replicationFactor: number) =>
  applyTopics(
    { brokers: broker.brokers, sasl: { mechanism: 'plain', username, password: PASSWORD } },
    { replicationFactor, specs: [{ name: 'facts', partitions: 1, config: {} }] },
  );

describe('topics that are not created', () => {
  it('for lack of rights are a matter of rights, not of replicas', async () => {
    await expect(applyAs('stranger', 1)).rejects.toThrow(
      /^Topics cannot be created by this user, who needs the rights Create, .*: .*[Aa]uthoriz/,
    );
  });

  it('for lack of brokers are a matter of replicas', async () => {
    await expect(applyAs('broker', 3)).rejects.toThrow(/^Topics cannot be created with replication factor 3 /);
  });
});
