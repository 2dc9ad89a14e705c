import type { Readable } from 'node:stream';
import { POOL } from '@cds/postgres';
import { Inject, Injectable } from '@nestjs/common';
import type pg from 'pg';
import { PHOTO_SIDES, type PhotoVariant } from '../catches/read/catch-photo.js';
import { NOTE_LEFTOVERS } from '../catches/write/photo-leftovers.sql.js';
import { ObjectStorage, type StoredObject } from '../storage/object-storage.js';
import type { PhotoFiles } from './photo-maker.js';

const VARIANTS = Object.keys(PHOTO_SIDES) as PhotoVariant[];

/** The files of photos, once for all catches that have the same picture. */
@Injectable()
export class PhotoStore {
  constructor(
    @Inject(POOL) private readonly pool: pg.Pool,
    private readonly storage: ObjectStorage,
  ) {}

  /**
   * Stores a picture for a catch that is about to name it. It is noted as left over first: whatever fails from here on,
   * the sweeper looks for a catch that has it, an hour later. Fails with `storage.unavailable`.
   */
  async keep(digest: string, files: PhotoFiles): Promise<void> {
    await this.pool.query(NOTE_LEFTOVERS, [JSON.stringify([{ digest }])]);
    for (const variant of VARIANTS) await this.storage.write(keyOf(digest, variant), files[variant]);
  }

  find(digest: string, variant: PhotoVariant): Promise<StoredObject | null> {
    return this.storage.find(keyOf(digest, variant));
  }

  read(digest: string, variant: PhotoVariant): Promise<Readable | null> {
    return this.storage.read(keyOf(digest, variant));
  }

  remove(digests: readonly string[]): Promise<void> {
    return this.storage.remove(digests.flatMap((digest) => VARIANTS.map((variant) => keyOf(digest, variant))));
  }
}

/** In 256 folders, so that none has too many files. */
const keyOf = (digest: string, variant: PhotoVariant): string => `photos/${digest.slice(0, 2)}/${digest}-${variant}`;
