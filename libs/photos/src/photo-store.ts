import type { Readable } from 'node:stream';
import { setTimeout as pause } from 'node:timers/promises';
import { POOL } from '@cds/postgres';
import { Inject, Injectable, Optional } from '@nestjs/common';
import type pg from 'pg';
import { fileSpace, ObjectStorage, type StoredObject, storageUnavailable } from '@cds/storage';
import { PHOTO_VARIANTS, type PhotoVariant } from './image.js';
import type { PhotoFiles } from './photo-maker.js';
import { PictureCount } from './picture-count.js';
import { PICTURE_USE, type PictureUse } from './picture-use.js';

const NOTE_EVERY_MS = 100;
const MAX_WAIT_MS = 5_000;

/** The files of photos, each picture once, however many show it. */
@Injectable()
export class PhotoStore {
  constructor(
    @Inject(POOL) private readonly pool: pg.Pool,
    private readonly storage: ObjectStorage,
    @Inject(PICTURE_USE) private readonly use: PictureUse,
    @Optional() private readonly count?: PictureCount,
  ) {}

  /**
   * Stores a picture for a row that is about to name it. It is noted as left over first: whatever fails from here on,
   * the sweeper looks for a row that has it, an hour later. Waits for a sweeper that is removing the same picture.
   * Counts it among what the account keeps, where the service counts that. Fails with `storage.unavailable`, and with
   * what the count says.
   */
  async keep(digest: string, files: PhotoFiles, accountId: string): Promise<void> {
    for (let waitedMs = 0; !(await this.note(digest)); waitedMs += NOTE_EVERY_MS) {
      if (waitedMs >= MAX_WAIT_MS) throw storageUnavailable(new Error(`the picture ${digest} is being removed`));
      await pause(NOTE_EVERY_MS);
    }
    const bytes = PHOTO_VARIANTS.reduce((sum, variant) => sum + fileSpace(files[variant].length), 0);
    await this.count?.keep({ digest, accountId, bytes });
    for (const variant of PHOTO_VARIANTS) await this.storage.write(this.keyOf(digest, variant), files[variant]);
  }

  find(digest: string, variant: PhotoVariant): Promise<StoredObject | null> {
    return this.storage.find(this.keyOf(digest, variant));
  }

  read(digest: string, variant: PhotoVariant): Promise<Readable | null> {
    return this.storage.read(this.keyOf(digest, variant));
  }

  async remove(digests: readonly string[]): Promise<void> {
    await this.storage.remove(
      digests.flatMap((digest) => PHOTO_VARIANTS.map((variant) => this.keyOf(digest, variant))),
    );
    await this.count?.remove(digests);
  }

  /** In 256 folders, so that none has too many. */
  private keyOf(digest: string, variant: PhotoVariant): string {
    return `${this.use.folder}${digest.slice(0, 2)}/${digest}-${variant}`;
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
