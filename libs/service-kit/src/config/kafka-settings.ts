import { z } from 'zod';
import { flag, hostPortList } from './config-schemas.js';
import { type ConfigOf, setting } from './setting.js';

const PEM = z
  .string()
  .refine((text) => text.includes('-----BEGIN '), 'must be in PEM format')
  .optional();

/** How to reach a Kafka cluster: its brokers, TLS and SASL. */
export const kafkaSettings = {
  brokers: setting('KAFKA_BROKERS', hostPortList, 'Kafka brokers to start from, host:port separated by commas.'),
  tls: {
    enabled: setting('KAFKA_TLS', flag, 'Whether connections to Kafka are encrypted.', { default: 'false' }),
    ca: setting(
      'KAFKA_TLS_CA',
      PEM,
      'Certificates of the authorities that sign the brokers’ certificates, in PEM format. Unset: those that ' +
        'Node trusts.',
    ),
    certificate: setting('KAFKA_TLS_CERTIFICATE', PEM, 'Certificate that identifies us to the brokers, in PEM format.'),
    key: setting('KAFKA_TLS_KEY', PEM, 'Private key of KAFKA_TLS_CERTIFICATE, in PEM format.', { secret: true }),
  },
  sasl: {
    mechanism: setting(
      'KAFKA_SASL_MECHANISM',
      z.enum(['plain', 'scram-sha-256', 'scram-sha-512']).optional(),
      'How we sign in to Kafka: plain, scram-sha-256 or scram-sha-512. Unset: without a user.',
      { needs: ['KAFKA_SASL_USERNAME', 'KAFKA_SASL_PASSWORD'] },
    ),
    username: setting('KAFKA_SASL_USERNAME', z.string().optional(), 'User of KAFKA_SASL_MECHANISM.', {
      needs: ['KAFKA_SASL_MECHANISM'],
    }),
    password: setting('KAFKA_SASL_PASSWORD', z.string().optional(), 'Password of KAFKA_SASL_USERNAME.', {
      secret: true,
      needs: ['KAFKA_SASL_USERNAME'],
    }),
  },
} as const;

export type KafkaSettings = ConfigOf<typeof kafkaSettings>;
