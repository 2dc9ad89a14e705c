import { READ_POOL } from '@cds/postgres';
import { Inject, Injectable } from '@nestjs/common';
import type pg from 'pg';
import { anglerErased, anglerNotFound } from '../../angler-lookup/angler.errors.js';
import { isAnglerId } from '../angler-id.js';
import { ANGLER_COLUMNS, type AnglerRow, anglerView, type AnglerView } from '../../angler-lookup/angler-view.js';

@Injectable()
export class ReadAnglerQuery {
  constructor(@Inject(READ_POOL) private readonly pool: pg.Pool) {}

  /** One angler as the account sees them; fails with `angler.not_found` or `angler.erased`. */
  async execute(id: string, viewer: string): Promise<AnglerView> {
    if (!isAnglerId(id)) throw anglerNotFound(id);
    const { rows } = await this.pool.query<AnglerRow>({
      name: 'read-angler',
      text: `SELECT ${ANGLER_COLUMNS} FROM anglers WHERE id = $1`,
      values: [id],
    });
    const [row] = rows;
    if (!row) throw anglerNotFound(id);
    if (row.erased_at) throw anglerErased(id);
    return anglerView(row, viewer);
  }
}
