import { commonSettings, type ConfigOf, loadConfig } from '@cds/service-kit';

export const settings = commonSettings;

export type Config = ConfigOf<typeof settings>;

export const readConfig = (): Config => loadConfig(settings, process.env);

const seedSettings = { database: { url: commonSettings.database.url } };

/** All that the seed needs. */
export const readSeedConfig = (): ConfigOf<typeof seedSettings> => loadConfig(seedSettings, process.env);

/** What the republish command needs. */
export const readRepublishConfig = (): Pick<Config, 'database' | 'kafka'> =>
  loadConfig({ database: settings.database, kafka: settings.kafka }, process.env);
