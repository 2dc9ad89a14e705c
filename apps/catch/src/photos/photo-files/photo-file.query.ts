import { POOL } from '@cds/postgres';
import { Inject, Injectable } from '@nestjs/common';
import type pg from 'pg';
import type { PhotoFormat } from '../../catches/model/catch-photo.js';

@Injectable()
export class PhotoFileQuery {
  constructor(@Inject(POOL) private readonly pool: pg.Pool) {}

  /**
   * Whether a catch has a photo of this digest and format: files of removed photos and erased anglers are not shown
   * while they wait to be swept.
   */
  async isShown(digest: string, format: PhotoFormat): Promise<boolean> {
    const { rows } = await this.pool.query({
      name: 'photo-file',
      text: SHOWN,
      values: [JSON.stringify([{ digest, format }])],
    });
    return rows.length > 0;
  }
}

const SHOWN = `SELECT FROM catches c WHERE c.photos @> $1::jsonb
  AND NOT EXISTS (SELECT FROM anglers a WHERE a.id = c.angler_id AND a.erased_at IS NOT NULL) LIMIT 1`;
