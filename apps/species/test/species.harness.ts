import { mkdtemp, readFile, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { pathToFileURL } from 'node:url';
import { createLogger, loadConfig, startService } from '@cds/service-kit';
import { identityHeaders, TEST_IDENTITY_SECRET } from '@cds/testing/identity';
import { recordedLog, testKafka } from '@cds/testing';
import type { NestFastifyApplication } from '@nestjs/platform-fastify';
import type { SpeciesFacts } from '../src/catalogue/species.events.js';
import { readCatalogue } from '../src/catalogue/seed-catalogue/read-catalogue.js';
import { settings } from '../src/config.js';
import { speciesService } from '../src/service.js';

/** The catalogue that comes with the service. */
export const catalogue = async (): Promise<SpeciesFacts[]> =>
  readCatalogue(await readFile(join(import.meta.dirname, '../data/species.csv'), 'utf8'));

export interface Answer<T> {
  status: number;
  headers: Headers;
  body: T;
}

export interface SpeciesHarness {
  /** Asks as the gateway does, unless other headers are given. */
  get<T>(path: string, headers?: Record<string, string>): Promise<Answer<T>>;
  readonly url: string;
  readonly app: Pick<NestFastifyApplication, 'get'>;
  /** The folder of the object storage. */
  readonly storage: string;
  stop(): Promise<void>;
}

/** The real service on a free port, on this database and the run's Kafka. */
export const startSpecies = async (databaseUrl: string): Promise<SpeciesHarness> => {
  const storage = await mkdtemp(join(tmpdir(), 'species-storage-'));
  const config = loadConfig(settings, {
    DATABASE_URL: databaseUrl,
    KAFKA_BROKERS: testKafka().brokers.join(),
    IDENTITY_SECRETS: TEST_IDENTITY_SECRET,
    PORT: '0',
    INTERNAL_PORT: '0',
    LOG_FORMAT: 'json',
    STORAGE_URL: pathToFileURL(storage).href,
  });
  const logger = await createLogger({ name: 'species', level: 'info', format: 'json', destination: recordedLog() });
  const service = await startService({ ...speciesService(config), logger });
  return {
    get: async <T>(path: string, headers = identityHeaders('species')) => {
      const answer = await fetch(new URL(path, service.url), { headers });
      return { status: answer.status, headers: answer.headers, body: (await answer.json()) as T };
    },
    url: service.url,
    app: service.app,
    storage,
    stop: async () => {
      await service.stop();
      await rm(storage, { recursive: true, force: true });
    },
  };
};
