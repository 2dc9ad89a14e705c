import type { KafkaConfig, SASLOptions } from 'kafkajs';
import { tlsSockets } from './tls-sockets.js';

/** How to reach a Kafka cluster. Without `tls` and `sasl` connections are neither encrypted nor authenticated. */
export interface KafkaConnection {
  /** `host:port` of the brokers to start from. */
  readonly brokers: readonly string[];
  readonly tls?: {
    readonly enabled: boolean;
    /** All three in PEM format. Without `ca` the authorities that Node trusts count. */
    readonly ca?: string | undefined;
    readonly certificate?: string | undefined;
    readonly key?: string | undefined;
  };
  readonly sasl?: {
    readonly mechanism?: 'plain' | 'scram-sha-256' | 'scram-sha-512' | undefined;
    readonly username?: string | undefined;
    readonly password?: string | undefined;
  };
}

/** The same as options of kafkajs. Throws a `TypeError` when a SASL mechanism has no user or no password. */
export const connectionOptions = ({ brokers, tls, sasl }: KafkaConnection): KafkaConfig => ({
  brokers: [...brokers],
  ...(tls?.enabled && {
    socketFactory: tlsSockets(tls),
    ssl: {
      ...(tls.ca !== undefined && { ca: tls.ca }),
      ...(tls.certificate !== undefined && { cert: tls.certificate }),
      ...(tls.key !== undefined && { key: tls.key }),
    },
  }),
  ...(sasl?.mechanism && { sasl: saslOptions(sasl.mechanism, sasl.username, sasl.password) }),
});

const saslOptions = (
  mechanism: 'plain' | 'scram-sha-256' | 'scram-sha-512',
  username: string | undefined,
  password: string | undefined,
): SASLOptions => {
  if (username === undefined || password === undefined)
    throw new TypeError('KAFKA_SASL_MECHANISM needs KAFKA_SASL_USERNAME and KAFKA_SASL_PASSWORD.');
  return { mechanism, username, password } as SASLOptions;
};
