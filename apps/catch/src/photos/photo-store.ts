import type { Readable } from 'node:stream';
import { setTimeout as pause } from 'node:timers/promises';
import { inTransaction, POOL } from '@cds/postgres';
import { Inject, Injectable } from '@nestjs/common';
import type pg from 'pg';
import { PHOTO_SIDES, type PhotoVariant } from '../catches/model/catch-photo.js';
import { ObjectStorage, type StoredObject } from '../storage/object-storage.js';
import { StoredBytes } from '../stored-bytes/stored-bytes.js';
import { storageUnavailable } from '../storage/storage.errors.js';
import type { PhotoFiles } from './photo-maker.js';

const NOTE_EVERY_MS = 100;
const MAX_WAIT_MS = 5_000;

const VARIANTS = Object.keys(PHOTO_SIDES) as PhotoVariant[];

/** The files of photos, once for all catches that have the same picture. */
@Injectable()
export class PhotoStore {
  constructor(
    @Inject(POOL) private readonly pool: pg.Pool,
    private readonly storage: ObjectStorage,
    private readonly stored: StoredBytes,
  ) {}

  /**
   * Stores a picture for a catch that is about to name it. It is noted as left over first: whatever fails from here on,
   * the sweeper looks for a catch that has it, an hour later. Waits for a sweeper that is removing the same picture.
   * Counts it among what the account keeps. Fails with `storage.unavailable`, and with `storage.limit`.
   */
  async keep(digest: string, files: PhotoFiles, accountId: string): Promise<void> {
    for (let waitedMs = 0; !(await this.note(digest)); waitedMs += NOTE_EVERY_MS) {
      if (waitedMs >= MAX_WAIT_MS) throw storageUnavailable(new Error(`the picture ${digest} is being removed`));
      await pause(NOTE_EVERY_MS);
    }
    const bytes = VARIANTS.reduce((sum, variant) => sum + files[variant].length, 0);
    await inTransaction(this.pool, (tx) => this.stored.addOnce(tx, { kind: 'photos', id: digest, accountId, bytes }));
    for (const variant of VARIANTS) await this.storage.write(keyOf(digest, variant), files[variant]);
  }

  find(digest: string, variant: PhotoVariant): Promise<StoredObject | null> {
    return this.storage.find(keyOf(digest, variant));
  }

  read(digest: string, variant: PhotoVariant): Promise<Readable | null> {
    return this.storage.read(keyOf(digest, variant));
  }

  async remove(digests: readonly string[]): Promise<void> {
    await this.storage.remove(digests.flatMap((digest) => VARIANTS.map((variant) => keyOf(digest, variant))));
    await this.stored.remove(this.pool, 'photos', digests);
  }

  /** False while a sweeper is removing the picture. */
  private async note(digest: string): Promise<boolean> {
    return (await this.pool.query(NOTE, [digest])).rowCount === 1;
  }
}

const NOTE = `
INSERT INTO photo_leftovers AS known (digest, since) VALUES ($1, now())
ON CONFLICT (digest) DO UPDATE SET since = excluded.since, lease = NULL, leased_until = NULL
WHERE known.lease IS NULL OR known.leased_until <= now()`;

/** In 256 folders, so that none has too many files. */
const keyOf = (digest: string, variant: PhotoVariant): string => `photos/${digest.slice(0, 2)}/${digest}-${variant}`;
