import { commonSettings, type ConfigOf, loadConfig } from '@cds/service-kit';

export const settings = commonSettings;

export type CatchConfig = ConfigOf<typeof settings>;

export const readConfig = (): CatchConfig => loadConfig(settings, process.env);

/** What a job on the service's database is told. */
export const readJobConfig = (): Pick<CatchConfig, 'database'> => loadConfig({ database: settings.database }, process.env);
