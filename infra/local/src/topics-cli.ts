import { kafkaSettings, loadConfig } from '@cds/service-kit';
import { parseArgs } from 'node:util';
import { errorText } from './error-text.js';
import { applyTopics } from './topics.js';

const HELP = `Brings a Kafka cluster's topics to infra/kafka/topics.json: creates topics, sets retention and replicas
in sync.

  node infra/local/dist/topics-cli.js [--brokers host:9092,…] [--replication-factor N] [--add-partitions]

  --brokers             else KAFKA_BROKERS; the settings KAFKA_TLS… and KAFKA_SASL… hold as for the services
  --replication-factor  of new topics; else KAFKA_REPLICATION_FACTOR, else replication_factor of topics.json, or the
                        number of brokers where the cluster has fewer
  --add-partitions      lets existing topics get more partitions: read docs/recovery.md first`;

const listed = (brokers: string): string[] =>
  brokers
    .split(',')
    .map((broker) => broker.trim())
    .filter(Boolean);

const brokersOf = (env: NodeJS.ProcessEnv): string[] =>
  env['KAFKA_BROKERS'] || env['KAFKA_BROKERS_FILE'] ? loadConfig({ brokers: kafkaSettings.brokers }, env).brokers : [];

const settings = () => {
  const { values } = parseArgs({
    options: {
      brokers: { type: 'string' },
      'replication-factor': { type: 'string' },
      'add-partitions': { type: 'boolean', default: false },
      help: { type: 'boolean', short: 'h' },
    },
  });
  const brokers = values.brokers === undefined ? brokersOf(process.env) : listed(values.brokers);
  const factor = values['replication-factor'] ?? process.env['KAFKA_REPLICATION_FACTOR'];
  const replicationFactor = factor ? Number(factor) : undefined;
  return { help: values.help, brokers, replicationFactor, addPartitions: values['add-partitions'] };
};

const fewerReplicas = (count: number, wanted: number): string =>
  `replicas: ${count} instead of ${wanted}, as the cluster has ${count} broker${count === 1 ? '' : 's'}. A record ` +
  'that is acknowledged may be lost with a broker. Set KAFKA_REPLICATION_FACTOR, or give the topics more replicas ' +
  'once the cluster has more brokers.';

const main = async (): Promise<void> => {
  const { help, brokers, replicationFactor, addPartitions } = settings();
  if (help) return console.log(HELP);
  if (brokers.length === 0) throw new Error('Which Kafka? Give --brokers or set KAFKA_BROKERS.');
  if (replicationFactor !== undefined && (!Number.isInteger(replicationFactor) || replicationFactor < 1))
    throw new Error('The replication factor is a whole number of at least 1.');
  const security = loadConfig({ tls: kafkaSettings.tls, sasl: kafkaSettings.sasl }, process.env);
  const { replicas, ...changes } = await applyTopics({ ...security, brokers }, { replicationFactor, addPartitions });
  for (const [what, topics] of Object.entries(changes))
    if (topics.length > 0) console.log(`${what}: ${topics.join(', ')}`);
  if (replicas?.insteadOf !== undefined) console.log(fewerReplicas(replicas.count, replicas.insteadOf));
  console.log('The topics are as infra/kafka/topics.json says.');
};

main().catch((error: unknown) => {
  console.error(errorText(error));
  process.exitCode = 1;
});
