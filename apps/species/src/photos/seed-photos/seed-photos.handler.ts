import { findAppError, messageOf } from '@cds/errors';
import type { AppendContext } from '@cds/event-store';
import type { PhotoMaker, PhotoStore } from '@cds/photos';
import type { Queryable } from '@cds/postgres';
import { newId } from '@cds/service-kit';
import type pg from 'pg';
import { SpeciesLog } from '../../catalogue/species-log.js';
import { descriptionOf } from '../../catalogue/species.projection.js';
import { addPhoto } from '../add-photo/add-photo.js';
import { NotFetched } from './download-photo.js';
import type { LicensedPhoto } from './licensed-photos.js';

/** After so many photos in a row that nobody answered for, there is no network. */
const AWAY_LIMIT = 5;
/** An operator's command fetches them. */
const NO_ACCOUNT = '';

export type PhotoOutcome = 'added' | 'known' | 'failed';

export interface SeedPhotosOptions {
  readonly pool: pg.Pool;
  readonly log: SpeciesLog;
  readonly maker: Pick<PhotoMaker, 'make'>;
  readonly store: Pick<PhotoStore, 'keep'>;
  readonly download: (url: string) => Promise<Buffer>;
  readonly context: AppendContext;
  readonly onOutcome: (photo: LicensedPhoto, outcome: PhotoOutcome, reason?: string) => void;
}

/**
 * Fetches photos into the storage and shows them with their licence, author and source, one after the other. A photo
 * that its species has is not fetched again, and one that a curator removed stays away: so a run that was stopped is
 * finished by the next one. What cannot be fetched or read is reported and skipped. Fails when nobody answers at all.
 */
export const seedPhotos = async (photos: readonly LicensedPhoto[], options: SeedPhotosOptions): Promise<void> => {
  let away = 0;
  for (const photo of photos) {
    try {
      options.onOutcome(photo, (await seedPhoto(photo, options)) ? 'added' : 'known');
      away = 0;
    } catch (error) {
      options.onOutcome(photo, 'failed', reasonOf(error));
      away = error instanceof NotFetched && error.isAway ? away + 1 : 0;
      if (away === AWAY_LIMIT) throw new Error('Nobody answers: is there a network?', { cause: error });
    }
  }
};

const seedPhoto = async (photo: LicensedPhoto, options: SeedPhotosOptions): Promise<boolean> => {
  const { pool, log, maker, store, download, context } = options;
  const speciesId = await speciesWithout(pool, photo);
  if (speciesId === undefined) return false;
  const { image, files } = await maker.make(await download(photo.url), NO_ACCOUNT);
  await store.keep(image.digest, files, NO_ACCOUNT);
  return log.transaction(async (tx) => {
    const row = await log.lock(tx, speciesId);
    if ((await speciesWithout(tx, photo)) === undefined) return false;
    const fields = { license: photo.license, attribution: photo.author, source_url: photo.page ?? photo.url };
    const command = { photoId: newId('photo'), image, fields, addedAt: context.occurredAt.toISOString() };
    await log.append(tx, row, [addPhoto(command, descriptionOf(row))], context);
    return true;
  });
};

/** The species, unless it has or had the photo, or does not exist. */
const speciesWithout = async (
  db: Queryable,
  { scientificName, page, url }: LicensedPhoto,
): Promise<string | undefined> => (await db.query<{ id: string }>(WITHOUT, [scientificName, page ?? url])).rows[0]?.id;

const reasonOf = (error: unknown): string => findAppError(error)?.message ?? messageOf(error);

const WITHOUT = `
  SELECT species.id FROM species WHERE species.seeded_name = $1
    AND NOT species.photos @> jsonb_build_array(jsonb_build_object('sourceUrl', $2::text))
    AND NOT EXISTS (
      SELECT FROM events WHERE events.stream_id = species.id AND events.type = 'SpeciesPhotoRemoved'
        AND events.data #>> '{photo,sourceUrl}' = $2::text)`;
