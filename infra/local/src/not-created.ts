import { errorText } from './error-text.js';

/** Why topics were not created, for the person who reads it, with what can be done about it where that is known. */
export const notCreated = (cause: unknown, replicationFactor: number): Error =>
  new Error(`Topics cannot be created${remedyOf(typesOf(cause), replicationFactor)}: ${errorText(cause)}`, { cause });

/** What Kafka says of the request, or of each topic. */
const typesOf = (error: unknown): readonly string[] => {
  const { type, errors = [] } = error as { type?: unknown; errors?: readonly unknown[] };
  return [String(type), ...errors.flatMap(typesOf)];
};

const remedyOf = (types: readonly string[], factor: number): string => {
  if (types.includes('INVALID_REPLICATION_FACTOR'))
    return (
      ` with replication factor ${factor} (a cluster needs as many brokers; KAFKA_REPLICATION_FACTOR sets another ` +
      'factor)'
    );
  if (types.some((type) => type.endsWith('_AUTHORIZATION_FAILED')))
    return ' by this user, who needs the rights Create, Alter and AlterConfigs (see docs/kafka.md)';
  return '';
};
