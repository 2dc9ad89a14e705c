import { availableParallelism } from 'node:os';
import { z } from 'zod';
import { count, httpUrl, list, milliseconds, port, url } from './config-schemas.js';
import { kafkaSettings } from './kafka-settings.js';
import { type ConfigOf, setting } from './setting.js';
import { tracingSettings } from './tracing-settings.js';

export const LOG_LEVELS = ['trace', 'debug', 'info', 'warn', 'error', 'fatal'] as const;

/** The settings of every service. An app spreads them into its own: `{ ...commonSettings, photos: { … } }`. */
export const commonSettings = {
  log: {
    level: setting('LOG_LEVEL', z.enum(LOG_LEVELS), `Least severe level that is logged: ${LOG_LEVELS.join(', ')}.`, {
      default: 'info',
    }),
    format: setting(
      'LOG_FORMAT',
      z
        .enum(['pretty', 'json'])
        .optional()
        .transform((format) => format ?? (process.stdout.isTTY ? 'pretty' : 'json')),
      'pretty (for people) or json; unset: pretty on a terminal, else json.',
    ),
  },
  http: {
    host: setting('HOST', z.string().min(1), 'Address to listen on; 0.0.0.0 for all.', { default: '127.0.0.1' }),
    port: setting('PORT', port, 'Port of the API; 0 picks a free one.', { default: '3000' }),
    publicUrl: setting(
      'PUBLIC_URL',
      httpUrl,
      'Origin under which users reach the API; problem types and links begin with it.',
      {
        default: 'http://127.0.0.1:3000',
      },
    ),
  },
  internal: {
    host: setting(
      'INTERNAL_HOST',
      z.string().min(1),
      'Address of /metrics and /health for operators, who need no credential there; 0.0.0.0 for all, where nobody ' +
        'but they can reach it.',
      { default: '127.0.0.1' },
    ),
    port: setting('INTERNAL_PORT', port, 'Port of /metrics and /health for operators; 0 picks a free one.', {
      default: '9090',
    }),
    drainMs: setting(
      'DRAIN_MS',
      milliseconds(0, 60_000),
      'How long a service that was asked to stop goes on answering while /health/ready says that it is draining, so ' +
        'that load balancers stop sending requests first, in milliseconds. Longer than the interval of their checks.',
      { default: '0' },
    ),
  },
  database: {
    url: setting(
      'DATABASE_URL',
      url(['postgres:', 'postgresql:']),
      "PostgreSQL connection string of the service's own database.",
      { secret: true },
    ),
    poolSize: setting(
      'DATABASE_POOL_SIZE',
      count(1, 200),
      'Most database connections of one process for writes, consumers and jobs.',
      { default: '10' },
    ),
    readPoolSize: setting(
      'DATABASE_READ_POOL_SIZE',
      count(1, 200),
      'Most further connections of one process for reads of one row or one page.',
      { default: '4' },
    ),
    heavyReadPoolSize: setting(
      'DATABASE_HEAVY_READ_POOL_SIZE',
      count(1, 200),
      'Most further connections of one process for counts and searches.',
      { default: '3' },
    ),
    heavyReads: setting(
      'DATABASE_HEAVY_READS',
      count(1, 200)
        .optional()
        .transform((given) => given ?? Math.max(2, Math.floor(availableParallelism() / 2))),
      'Counts and searches that one process runs at once, over all accounts; each takes a core of the database. ' +
        'One account runs at most 3 of them, and leaves one to others. Unset: half of the cores of the machine, at ' +
        'least two.',
    ),
  },
  kafka: {
    ...kafkaSettings,
    lostOffsets: setting(
      'KAFKA_LOST_OFFSETS',
      z.enum(['time', 'beginning']),
      'Where a consumer continues when its stored offset belongs to a log that no longer exists (a topic that was ' +
        'created again, or lost its tail): time (a minute before the last record it handled) or beginning (handles ' +
        'everything that the topic still has again).',
      { default: 'time' },
    ),
  },
  identity: {
    secrets: setting(
      'IDENTITY_SECRETS',
      list(z.string().min(32, 'each must have at least 32 characters')),
      'Secrets of the identity that the gateway signs for the services, separated by commas: the first ' +
        'signs, all are accepted (so they can be rotated).',
      { secret: true },
    ),
  },
  tracing: tracingSettings,
} as const;

export type CommonConfig = ConfigOf<typeof commonSettings>;

/** The part of the configuration that the kit itself needs. */
export type KitConfig = Omit<CommonConfig, 'kafka'>;
