import { commonSettings, type ConfigOf, loadConfig, setting } from '@cds/service-kit';
import { storageUrl } from './storage/storage-url.js';

export const settings = {
  ...commonSettings,
  storage: {
    place: setting(
      'STORAGE_URL',
      storageUrl,
      'Where photos, imports and exports are kept, shared by all copies: file:///folder, or s3://bucket/prefix?region=…&endpoint=https://… with the usual AWS_ variables for credentials.',
      { default: 'file:///var/lib/catch-data' },
    ),
  },
};

export type CatchConfig = ConfigOf<typeof settings>;

export const readConfig = (): CatchConfig => loadConfig(settings, process.env);

/** What a job on the service's database is told. */
export const readJobConfig = (): Pick<CatchConfig, 'database'> => loadConfig({ database: settings.database }, process.env);
