import {
  commonSettings,
  type ConfigOf,
  count,
  list,
  loadConfig,
  secretKeys,
  type Setting,
  setting,
  url,
  urlList,
} from '@cds/service-kit';
import { z } from 'zod';
import type { RateLimit } from './identity/principals/principal.js';
import { providerSettings } from './identity/people/provider/provider.settings.js';
import { SERVICES, type ServiceName } from './edge/routing/route.js';

const rateLimit = z
  .string()
  .regex(/^[1-9]\d{0,8}\/[1-9]\d{0,5}$/, 'must be number/seconds, such as 600/60')
  .transform((text): RateLimit => {
    const [limit = 0, windowSeconds = 0] = text.split('/').map(Number);
    return { limit, windowSeconds };
  });

const limitOf = (name: string, description: string, value: string): Setting<RateLimit> =>
  setting(name, rateLimit, description, { default: value });

const copies: z.ZodType<readonly string[]> = urlList.optional().transform((urls) => urls ?? []);

const copiesOf = (service: ServiceName): Setting<readonly string[]> =>
  setting(
    `${service.toUpperCase()}_URLS`,
    copies,
    `Copies of the ${service} service, http://host:port separated by commas. A name that stands for several ` +
      'addresses is as many copies. Unset: its routes answer 503.',
  );

const sessionKey = z
  .string()
  .regex(/^[A-Za-z0-9+/]{43}=$/, 'each must be 32 bytes in base64')
  .transform((text) => Buffer.from(text, 'base64'));

const sender = z
  .string()
  .regex(
    /^(?:[^\r\n<>]*<[^\s<>@,]+@[^\s<>@,]+>|[^\s<>@,]+@[^\s<>@,]+)$/,
    'must be an address, such as no-reply@example.com or Catch Data Service <no-reply@example.com>',
  );

const filled = z.string().min(1).optional();
export const settings = {
  ...commonSettings,
  upstreams: Object.fromEntries(SERVICES.map((service) => [service, copiesOf(service)])) as Record<
    ServiceName,
    Setting<readonly string[]>
  >,
  rateLimits: {
    account: limitOf(
      'RATE_LIMIT_ACCOUNT',
      'Requests that all credentials of an account together may make, without those that have a higher limit of ' +
        'their own: number/seconds.',
      '6000/60',
    ),
    address: limitOf(
      'RATE_LIMIT_ADDRESS',
      'Requests without a credential that an address (of IPv6 a /64) may make: number/seconds.',
      '1200/60',
    ),
    wrongCredentials: limitOf(
      'RATE_LIMIT_WRONG_CREDENTIALS',
      'Requests with wrong credentials that an address may make: number/seconds.',
      '300/60',
    ),
    authorize: limitOf(
      'RATE_LIMIT_AUTHORIZE',
      'Requests to /oauth/authorize, /oauth/device_authorization and /oauth/device, with which sign-ins of apps and ' +
        'devices begin, that an address may make, besides what holds for all its requests: number/seconds.',
      '60/60',
    ),
  },
  bounds: {
    inFlight: setting(
      'IN_FLIGHT_PER_ACCOUNT',
      count(1, 1_000_000),
      'Requests that all credentials of an account together may have in progress in one process of the gateway; as ' +
        'many answers again may wait for their reader. An address without a credential may have four times as many.',
      { default: '50' },
    ),
    largeBodies: setting(
      'LARGE_BODIES_PER_ACCOUNT',
      count(1, 1_000_000),
      'Requests with a JSON body over 32 KiB that an account may have in progress in one process of the gateway. ' +
        'Others wait for up to 4 seconds.',
      { default: '2' },
    ),
    connections: setting(
      'CONNECTIONS_PER_ADDRESS',
      count(1, 1_000_000),
      'Connections that an address (of IPv6 a /64) may have to one process of the gateway. Trusted proxies and ' +
        'addresses of this machine may have any number.',
      { default: '1000' },
    ),
  },
  oauth: {
    secretKeys: setting(
      'OAUTH_SECRET_KEYS',
      secretKeys,
      'Keys that seal the keys which sign access tokens, the state of OAuth, and the secrets of authenticator ' +
        'apps, at rest, <name>:<32 bytes in base64> separated by commas: the first seals, all open (so they can be ' +
        'rotated).',
      { secret: true },
    ),
  },
  proxies: {
    trusted: setting(
      'TRUSTED_PROXIES',
      list(z.union([z.ipv4(), z.ipv6(), z.cidrv4(), z.cidrv6()], 'each must be an address or a CIDR'))
        .optional()
        .transform((proxies) => proxies ?? []),
      'Addresses or CIDRs of the proxies before the gateway, separated by commas: their X-Forwarded-For ' +
        'tells who calls. They may append ports to addresses (192.0.2.7:4711, [2001:db8::7]:4711). Unset: whoever ' +
        'connects.',
    ),
  },
  audit: {
    retentionDays: setting(
      'AUDIT_RETENTION_DAYS',
      count(30, 36_500),
      'For how many days entries of the audit log are kept, at least 30.',
      { default: '365' },
    ),
  },
  security: {
    contact: setting(
      'SECURITY_CONTACT',
      url(['mailto:', 'https:', 'tel:']).optional(),
      'Where to report a vulnerability, as /.well-known/security.txt tells: mailto:… or https://…. Unset: ' +
        'security@ at the host of PUBLIC_URL.',
    ),
  },
  sessions: {
    keys: setting(
      'SESSION_KEYS',
      list().pipe(z.array(sessionKey)),
      'Keys of the cookie of who signed in with a browser, 32 bytes in base64 each, separated by ' +
        'commas: the first encrypts, all decrypt (so they can be rotated).',
      { secret: true },
    ),
    maxDays: setting(
      'SESSION_MAX_DAYS',
      count(1, 3_650),
      'For how many days somebody stays signed in with a browser at most, however much it is used.',
      { default: '90' },
    ),
    adminSecondFactor: setting(
      'ADMIN_SECOND_FACTOR',
      z.enum(['optional', 'required']),
      'Whether people who may use the scope admin need a second factor for it: optional or required. API keys and ' +
        'OAuth clients of accounts are not affected.',
      { default: 'optional' },
    ),
  },
  mail: {
    smtpUrl: setting(
      'SMTP_URL',
      url(['smtp:', 'smtps:']).optional(),
      'Mail server, smtps://user:password@host:465, or smtp://host:587 with STARTTLS, which only a server on this ' +
        'machine may lack.',
      { secret: true },
    ),
    folder: setting(
      'MAIL_DIR',
      filled,
      'Folder to write mails into as files where there is no SMTP_URL, for development. Neither: no mail is sent.',
    ),
    from: setting('MAIL_FROM', sender, 'Sender of mails: an address, or a name and <address>.', {
      default: 'Catch Data Service <no-reply@localhost>',
    }),
  },
  provider: providerSettings,
};

export type Config = ConfigOf<typeof settings>;

export const readConfig = (): Config => loadConfig(settings, process.env);

const bootstrapSettings = { database: { url: commonSettings.database.url } };

/** All that the bootstrap command needs. */
export const readBootstrapConfig = (): ConfigOf<typeof bootstrapSettings> => loadConfig(bootstrapSettings, process.env);

/** What the republish command needs. */
export const readRepublishConfig = (): Pick<Config, 'database' | 'kafka'> =>
  loadConfig({ database: settings.database, kafka: settings.kafka }, process.env);
