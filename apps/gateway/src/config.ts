import { commonSettings, type ConfigOf, count, list, loadConfig, type Setting, setting, urlList } from '@cds/service-kit';
import { z } from 'zod';
import { SERVICES, type ServiceName } from './routing/route.js';

const copies: z.ZodType<readonly string[]> = urlList.optional().transform((urls) => urls ?? []);

const copiesOf = (service: ServiceName): Setting<readonly string[]> =>
  setting(
    `${service.toUpperCase()}_URLS`,
    copies,
    `Copies of the ${service} service, http://host:port separated by commas. A name that stands for several addresses is as many copies. Unset: its routes answer 503.`,
  );

export const settings = {
  ...commonSettings,
  upstreams: Object.fromEntries(SERVICES.map((service) => [service, copiesOf(service)])) as Record<ServiceName, Setting<readonly string[]>>,
  proxies: {
    trusted: setting(
      'TRUSTED_PROXIES',
      list(z.union([z.ipv4(), z.ipv6(), z.cidrv4(), z.cidrv6()], 'each must be an address or a CIDR')).optional().transform((proxies) => proxies ?? []),
      'Addresses or CIDRs of the proxies before the gateway, separated by commas: their X-Forwarded-For tells who calls. Unset: whoever connects.',
    ),
  },
  audit: {
    retentionDays: setting('AUDIT_RETENTION_DAYS', count(1, 36_500), 'For how many days entries of the audit log are kept.', { default: '365' }),
  },
};

export type GatewayConfig = ConfigOf<typeof settings>;

export const readConfig = (): GatewayConfig => loadConfig(settings, process.env);

const bootstrapSettings = { database: { url: commonSettings.database.url } };

/** All that the bootstrap command needs. */
export const readBootstrapConfig = (): ConfigOf<typeof bootstrapSettings> => loadConfig(bootstrapSettings, process.env);
