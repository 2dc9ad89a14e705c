import { parseArgs } from 'node:util';
import { errorText } from './error-text.js';
import { applyTopics } from './topics.js';

const HELP = `Brings a Kafka cluster's topics to infra/kafka/topics.json: creates, adds partitions, sets retention.

  node infra/local/dist/topics-cli.js [--brokers host:9092,…] [--replication-factor N]

  --brokers             else KAFKA_BROKERS
  --replication-factor  of new topics; else KAFKA_REPLICATION_FACTOR, else the cluster's default`;

const settings = () => {
  const { values } = parseArgs({
    options: {
      brokers: { type: 'string' },
      'replication-factor': { type: 'string' },
      help: { type: 'boolean', short: 'h' },
    },
  });
  const brokers = (values.brokers ?? process.env['KAFKA_BROKERS'] ?? '')
    .split(',')
    .map((broker) => broker.trim())
    .filter(Boolean);
  const replicationFactor = Number(values['replication-factor'] ?? (process.env['KAFKA_REPLICATION_FACTOR'] || -1));
  return { help: values.help, brokers, replicationFactor };
};

const main = async (): Promise<void> => {
  const { help, brokers, replicationFactor } = settings();
  if (help) return console.log(HELP);
  if (brokers.length === 0) throw new Error('Which Kafka? Give --brokers or set KAFKA_BROKERS.');
  if (!Number.isInteger(replicationFactor)) throw new Error('The replication factor is a whole number.');
  const changes = await applyTopics(brokers, { replicationFactor });
  for (const [what, topics] of Object.entries(changes))
    if (topics.length > 0) console.log(`${what}: ${topics.join(', ')}`);
  console.log('The topics are as infra/kafka/topics.json says.');
};

main().catch((error: unknown) => {
  console.error(errorText(error));
  process.exitCode = 1;
});
