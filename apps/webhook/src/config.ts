import { commonSettings, type ConfigOf, count, flag, loadConfig, setting } from '@cds/service-kit';
import { z } from 'zod';
import type { SecretKey } from './endpoints/secret-box.js';

const KEY = /^([A-Za-z0-9_-]{1,32}):([A-Za-z0-9+/]{43}=)$/;

const secretKeys = z.string().transform((text, context): [SecretKey, ...SecretKey[]] => {
  const [first, ...others] = text.split(',').map((one) => keyOf(one.trim()));
  const all = [first, ...others];
  const isSound = all.every((one) => one !== undefined) && new Set(all.map((one) => one?.id)).size === all.length;
  if (isSound && first) return [first, ...others.filter((one) => one !== undefined)];
  context.addIssue({ code: 'custom', message: 'each must be <name>:<32 bytes in base64>, every name once' });
  return z.NEVER;
});

const keyOf = (text: string): SecretKey | undefined => {
  const [, id, key] = KEY.exec(text) ?? [];
  return id && key ? { id, key: Buffer.from(key, 'base64') } : undefined;
};

export const settings = {
  ...commonSettings,
  webhook: {
    secretKeys: setting(
      'WEBHOOK_SECRET_KEYS',
      secretKeys,
      'Keys that seal the endpoints’ signing secrets at rest, <name>:<32 bytes in base64> separated by commas: the first seals, all open (so they can be rotated).',
      { secret: true },
    ),
    allowLoopback: setting('WEBHOOK_ALLOW_LOOPBACK', flag, 'Whether webhooks may be sent to this machine, and by http there. For development.', {
      default: 'false',
    }),
    concurrency: setting('WEBHOOK_CONCURRENCY', count(1, 10_000), 'Most deliveries under way at once in one process.', { default: '256' }),
    concurrencyPerEndpoint: setting('WEBHOOK_CONCURRENCY_PER_ENDPOINT', count(1, 1_000), 'Most of them to one endpoint.', { default: '8' }),
  },
};

export type Config = ConfigOf<typeof settings>;
export type WebhookConfig = Config['webhook'];

/** Injection token of the webhook service's own settings. */
export const WEBHOOK_CONFIG = Symbol('WEBHOOK_CONFIG');

export const readConfig = (): Config => loadConfig(settings, process.env);
