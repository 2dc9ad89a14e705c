import { commonSettings, type ConfigOf, count, flag, loadConfig, secretKeys, setting } from '@cds/service-kit';

export const settings = {
  ...commonSettings,
  webhook: {
    secretKeys: setting(
      'WEBHOOK_SECRET_KEYS',
      secretKeys,
      'Keys that seal the endpoints’ secrets and the service’s signing keys at rest, <name>:<32 bytes in base64> ' +
        'separated by commas: the first seals, all open (so they can be rotated).',
      { secret: true },
    ),
    allowLoopback: setting(
      'WEBHOOK_ALLOW_LOOPBACK',
      flag,
      'Whether webhooks may be sent to this machine, and by http there. For development.',
      {
        default: 'false',
      },
    ),
    concurrency: setting(
      'WEBHOOK_CONCURRENCY',
      count(1, 10_000),
      'Most deliveries in flight at the same time in one process.',
      {
        default: '1024',
      },
    ),
    concurrencyPerAccount: setting(
      'WEBHOOK_CONCURRENCY_PER_ACCOUNT',
      count(1, 10_000),
      'Most requests to the endpoints of one account that have no answer yet, in one process.',
      { default: '256' },
    ),
    concurrencyPerEndpoint: setting(
      'WEBHOOK_CONCURRENCY_PER_ENDPOINT',
      count(1, 1_000),
      'Most requests to one endpoint that have no answer yet, in one process. An endpoint gets fewer until it has ' +
        'shown that it takes as many.',
      { default: '64' },
    ),
    disableAfterSeconds: setting(
      'WEBHOOK_DISABLE_AFTER',
      count(1, 30 * 86_400),
      'Seconds of failure, with no success in between and at least 10 attempts, after which an endpoint is disabled.',
      { default: String(5 * 86_400) },
    ),
  },
};

export type Config = ConfigOf<typeof settings>;
export type DeliverySettings = Config['webhook'];

/** Injection token of the webhook service's own settings. */
export const WEBHOOK_CONFIG = Symbol('WEBHOOK_CONFIG');

export const readConfig = (): Config => loadConfig(settings, process.env);

/** What the republish command needs. */
export const readRepublishConfig = (): Pick<Config, 'database' | 'kafka'> =>
  loadConfig({ database: settings.database, kafka: settings.kafka }, process.env);

const signingKeysSettings = {
  database: { url: commonSettings.database.url },
  webhook: { secretKeys: settings.webhook.secretKeys },
};

/** What the command that rotates the signing keys needs. */
export const readSigningKeysConfig = (env = process.env): ConfigOf<typeof signingKeysSettings> =>
  loadConfig(signingKeysSettings, env);
