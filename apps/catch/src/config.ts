import { pictureSettings } from '@cds/photos/settings';
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
    ...pictureSettings,
    uploads: setting(
      'PHOTO_UPLOADS',
      count(1, 1_000),
      'Photos of the greatest size that one copy has in memory at once, 15 MB each; beyond that it answers 503. An ' +
        'account sends 3 photos at once.',
      { default: '24' },
    ),
    keptBytes: setting(
      'PHOTO_KEPT_BYTES',
      count(1, 1_125_899_906_842_624),
      'Bytes that the photos of one account may take in the storage, in all their sizes; a file counts as at least ' +
        '4 KiB.',
      { default: '10737418240' },
    ),
  },
  imports: {
    maxBytes: setting(
      'IMPORT_MAX_BYTES',
      count(1, 1_099_511_627_776),
      'Largest file of an import in bytes, unpacked.',
      { default: '2147483648' },
    ),
    keptBytes: setting(
      'IMPORT_KEPT_BYTES',
      count(1, 1_125_899_906_842_624),
      'Bytes that the files of one account may take until they are imported, unpacked, and its refused rows for 30 ' +
        'days. While a file is sent, its Content-Length counts, or IMPORT_MAX_BYTES where that is not known.',
      { default: '10737418240' },
    ),
    publishPerSecond: setting(
      'IMPORT_PUBLISH_PER_SECOND',
      count(1, 1_000_000),
      'Most events of imports that are published a second, beside those of all other writes: who reads ' +
        'the topic takes them in order, and what is written live comes between. While a large import runs, a ' +
        'tenth of it. The first 2,000 rows of an account in an hour do not wait behind other imports as long as ' +
        'fewer live events come than this.',
      { default: '1000' },
    ),
  },
  exports: {
    keptBytes: setting(
      'EXPORT_KEPT_BYTES',
      count(1, 1_125_899_906_842_624),
      'Bytes that the exports of one account may take in the storage; each is kept for 7 days.',
      { default: '10737418240' },
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
