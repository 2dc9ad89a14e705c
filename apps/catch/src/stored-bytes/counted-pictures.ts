import { type KeptPicture, PictureCount } from '@cds/photos';
import { inTransaction, POOL } from '@cds/postgres';
import { Inject, Injectable } from '@nestjs/common';
import type pg from 'pg';
import { StoredBytes } from './stored-bytes.js';

/** Counts photos of catches among what their account keeps. Fails with `storage.limit`. */
@Injectable()
export class CountedPictures extends PictureCount {
  constructor(
    @Inject(POOL) private readonly pool: pg.Pool,
    private readonly stored: StoredBytes,
  ) {
    super();
  }

  async keep({ digest: id, accountId, bytes }: KeptPicture): Promise<void> {
    await inTransaction(this.pool, (tx) => this.stored.addOnce(tx, { kind: 'photos', id, accountId, bytes }));
  }

  async remove(digests: readonly string[]): Promise<void> {
    await this.stored.remove(this.pool, 'photos', digests);
  }
}
