import { readFile } from 'node:fs/promises';
import { RelayNotifier } from '@cds/event-store';
import { PhotoMaker, PhotoStore } from '@cds/photos';
import { createPool } from '@cds/postgres';
import { newTraceparent } from '@cds/service-kit';
import { storageAt } from '@cds/storage';
import type { Dispatcher } from 'undici';
import { SpeciesLog } from '../../catalogue/species-log.js';
import type { SeedPhotosConfig } from '../../config.js';
import { PICTURES } from '../photos.module.js';
import { downloadPhoto } from './download-photo.js';
import { licensedPhotos } from './licensed-photos.js';
import { type PhotoOutcome, seedPhotos } from './seed-photos.handler.js';

export interface SeedPhotosCommand {
  readonly file: string;
  readonly config: SeedPhotosConfig;
  readonly write: (line: string) => void;
  /** How addresses are reached; over the network by default. */
  readonly dispatcher?: Dispatcher;
}

/** Fetches the photos of a catalogue, and writes what becomes of each. Resolves with a summary. */
export const seedPhotosCommand = async ({ file, config, write, dispatcher }: SeedPhotosCommand): Promise<string> => {
  const photos = licensedPhotos(await readFile(file, 'utf8'));
  const pool = createPool(config.database.url, { applicationName: 'species-photos', max: 2 });
  const maker = new PhotoMaker({ ...config.photos, workers: 1 });
  const counts: Record<PhotoOutcome, number> = { added: 0, known: 0, failed: 0 };
  let seen = 0;
  try {
    await seedPhotos(photos, {
      pool,
      log: new SpeciesLog(pool, new RelayNotifier(pool, 'species')),
      maker,
      store: new PhotoStore(pool, await storageAt(config.storage.location), PICTURES),
      download: (url) => downloadPhoto(url, dispatcher),
      context: { occurredAt: new Date(), actor: null, requestId: null, traceparent: newTraceparent() },
      onOutcome: (photo, outcome, reason) => {
        counts[outcome] += 1;
        seen += 1;
        const why = reason === undefined ? '' : `: ${reason}`;
        write(`${seen} of ${photos.length}: ${photo.scientificName} ${outcome}${why}`);
      },
    });
    return `species: ${counts.added} photos added, ${counts.known} known, ${counts.failed} failed`;
  } finally {
    maker.onApplicationShutdown();
    await pool.end();
  }
};
