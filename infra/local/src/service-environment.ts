import { join } from 'node:path';
import { pathToFileURL } from 'node:url';
import { databaseName, withDatabase } from '@cds/migrate';
import type { Secrets } from './secrets.js';
import { type Service, SERVICES } from './services.js';

export interface Surroundings {
  /** A PostgreSQL server; each service has a database on it. */
  postgresUrl: string;
  kafkaBrokers: readonly string[];
  baseUrl: string;
  secrets: Secrets;
  /** The folder of all state. */
  dataDir: string;
  /** Ports of each service's copies. */
  ports: Record<Service, readonly number[]>;
}

export const databaseUrl = (postgresUrl: string, service: Service): string =>
  withDatabase(postgresUrl, databaseName(service));

const upstreams = (ports: Surroundings['ports']): NodeJS.ProcessEnv =>
  Object.fromEntries(
    SERVICES.filter((service) => service !== 'gateway' && ports[service].length > 0).map((service) => [
      `${service.toUpperCase()}_URLS`,
      ports[service].map((port) => `http://127.0.0.1:${port}`).join(','),
    ]),
  );

const ownSettings = (service: Service, around: Surroundings): NodeJS.ProcessEnv => {
  switch (service) {
    case 'gateway':
      return {
        ...upstreams(around.ports),
        OAUTH_SECRET_KEYS: around.secrets.oauth_secret_key,
        SESSION_KEYS: around.secrets.session_key,
        MAIL_DIR: join(around.dataDir, 'mail'),
      };
    case 'webhook':
      // Who tries this on one machine receives webhooks on that machine.
      return { WEBHOOK_ALLOW_LOOPBACK: 'true', WEBHOOK_SECRET_KEYS: around.secrets.webhook_secret_key };
    case 'catch':
    case 'species':
      return { STORAGE_URL: pathToFileURL(join(around.dataDir, 'storage')).href };
    case 'leaderboard':
      return {};
  }
};

/** What a service learns from its environment, besides its own address. */
export const serviceEnvironment = (service: Service, around: Surroundings): NodeJS.ProcessEnv => ({
  PUBLIC_URL: around.baseUrl,
  DATABASE_URL: databaseUrl(around.postgresUrl, service),
  KAFKA_BROKERS: around.kafkaBrokers.join(','),
  IDENTITY_SECRETS: around.secrets.identity_secret,
  ...ownSettings(service, around),
});
