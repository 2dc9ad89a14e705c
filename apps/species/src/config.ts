import { pictureSettings } from '@cds/photos/settings';
import { commonSettings, type ConfigOf, count, loadConfig, setting } from '@cds/service-kit';
import { storageUrl } from '@cds/storage';

export const settings = {
  ...commonSettings,
  storage: {
    location: setting(
      'STORAGE_URL',
      storageUrl,
      'Where the pictures of species are kept, shared by all copies: file:///folder, or ' +
        's3://bucket/prefix?region=…&endpoint=https://… with the usual AWS_ variables for credentials.',
      { default: 'file:///var/lib/catch-data' },
    ),
  },
  photos: {
    ...pictureSettings,
    uploads: setting(
      'PHOTO_UPLOADS',
      count(1, 1_000),
      'Photos that one copy takes in at once, up to 15 MB of memory each; one more is answered 503.',
      { default: '8' },
    ),
  },
};

export type Config = ConfigOf<typeof settings>;

export const readConfig = (): Config => loadConfig(settings, process.env);

const seedSettings = { database: { url: commonSettings.database.url } };

/** All that the seed needs. */
export const readSeedConfig = (): ConfigOf<typeof seedSettings> => loadConfig(seedSettings, process.env);

const seedPhotosSettings = { ...seedSettings, storage: settings.storage, photos: settings.photos };
export type SeedPhotosConfig = ConfigOf<typeof seedPhotosSettings>;

/** All that is needed to fetch photos. */
export const readSeedPhotosConfig = (): SeedPhotosConfig => loadConfig(seedPhotosSettings, process.env);

/** What the republish command needs. */
export const readRepublishConfig = (): Pick<Config, 'database' | 'kafka' | 'http'> =>
  loadConfig({ database: settings.database, kafka: settings.kafka, http: settings.http }, process.env);
