import { commonSettings, type ConfigOf, loadConfig } from '@cds/service-kit';

export const settings = commonSettings;

export type Config = ConfigOf<typeof settings>;

export const readConfig = (): Config => loadConfig(settings, process.env);

/** The configuration of a job on the service's database. */
export const readJobConfig = (): Pick<Config, 'database'> => loadConfig({ database: settings.database }, process.env);

/** What the republish command needs. */
export const readRepublishConfig = (): Pick<Config, 'database' | 'kafka'> =>
  loadConfig({ database: settings.database, kafka: settings.kafka }, process.env);
