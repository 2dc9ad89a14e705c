import { localStack } from '@cds/command-line';
import { kafkaSettings, loadConfig } from '@cds/service-kit';
import { isHostPort } from '@cds/service-kit/host-port';

const checked = (list: string, origin: string): string[] => {
  const brokers = list.split(',').map((broker) => broker.trim());
  if (!brokers.every(isHostPort)) throw new Error(`${origin} must be like host:9092,host:9092, and is not.`);
  return brokers;
};

/** The cluster to work on: the one asked for, else that of the environment, else the local stack's. */
export const findBrokers = (root: string, asked: string | undefined, env: NodeJS.ProcessEnv): string[] => {
  if (asked !== undefined) return checked(asked, '--brokers');
  if (env['KAFKA_BROKERS'] || env['KAFKA_BROKERS_FILE'])
    return loadConfig({ brokers: kafkaSettings.brokers }, env).brokers;
  const stack = localStack(root, env);
  if (!stack)
    throw new Error('No Kafka is known: give --brokers, set KAFKA_BROKERS, or start the local stack (npm start).');
  return checked(String(stack.credentials.kafka_brokers ?? ''), `kafka_brokers in ${stack.file}`);
};
