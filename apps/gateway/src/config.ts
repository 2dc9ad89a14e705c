import { commonSettings, type ConfigOf, loadConfig, type Setting, setting, urlList } from '@cds/service-kit';
import type { z } from 'zod';
import { SERVICES, type ServiceName } from './routing/route.js';

const copies: z.ZodType<readonly string[]> = urlList.optional().transform((urls) => urls ?? []);

const copiesOf = (service: ServiceName): Setting<readonly string[]> =>
  setting(
    `${service.toUpperCase()}_URLS`,
    copies,
    `Copies of the ${service} service, http://host:port separated by commas. A name that stands for several addresses is as many copies. Unset: its routes answer 503.`,
  );

const { kafka: _unused, ...shared } = commonSettings;

export const settings = {
  ...shared,
  upstreams: Object.fromEntries(SERVICES.map((service) => [service, copiesOf(service)])) as Record<ServiceName, Setting<readonly string[]>>,
};

export type GatewayConfig = ConfigOf<typeof settings>;

export const readConfig = (): GatewayConfig => loadConfig(settings, process.env);

const bootstrapSettings = { database: { url: commonSettings.database.url } };

/** All that the bootstrap command needs. */
export const readBootstrapConfig = (): ConfigOf<typeof bootstrapSettings> => loadConfig(bootstrapSettings, process.env);
