import { commonSettings, type ConfigOf, count, loadConfig, setting } from '@cds/service-kit';
import { storageUrl } from '@cds/storage';

export const settings = {
  ...commonSettings,
  storage: {
    location: setting(
      'STORAGE_URL',
      storageUrl,
      'Where photos, imports and exports are kept, shared by all copies: file:///folder, or ' +
        's3://bucket/prefix?region=…&endpoint=https://… with the usual AWS_ variables for credentials.',
      { default: 'file:///var/lib/catch-data' },
    ),
  },
  photos: {
    maxMegapixels: setting(
      'PHOTO_MAX_MEGAPIXELS',
      count(1, 200),
      'Largest photo that is decoded, width times height in millions. One million may take 4 MB while it is worked on.',
      { default: '50' },
    ),
    workers: setting('PHOTO_WORKERS', count(1, 64), 'Photos that one copy works on at once; each takes a core.', {
      default: '2',
    }),
    uploads: setting(
      'PHOTO_UPLOADS',
      count(1, 1_000),
      'Photos that one copy takes in at once, up to 15 MB of memory each; one more is answered 503.',
      { default: '24' },
    ),
  },
  imports: {
    maxBytes: setting(
      'IMPORT_MAX_BYTES',
      count(1, 1_099_511_627_776),
      'Largest file of an import in bytes, unpacked.',
      { default: '2147483648' },
    ),
    publishPerSecond: setting(
      'IMPORT_PUBLISH_PER_SECOND',
      count(1, 1_000_000),
      'Most events of imports that are published a second, beside those of all other writes: who reads ' +
        'the topic takes them in order, and what is written live comes between. While an import runs, a ' +
        'tenth of it.',
      { default: '1000' },
    ),
  },
};

export type Config = ConfigOf<typeof settings>;

export const readConfig = (): Config => loadConfig(settings, process.env);

/** What a job on the service's database receives. */
export const readJobConfig = (): Pick<Config, 'database'> => loadConfig({ database: settings.database }, process.env);

/** What the republish command needs. */
export const readRepublishConfig = (): Pick<Config, 'database' | 'kafka' | 'http'> =>
  loadConfig({ database: settings.database, kafka: settings.kafka, http: settings.http }, process.env);
