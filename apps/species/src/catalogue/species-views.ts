import { POOL } from '@cds/postgres';
import { Inject, Injectable } from '@nestjs/common';
import type pg from 'pg';
import { AnglerNames } from '../anglers/angler-names.store.js';
import { PublicOrigin } from './public-origin.js';
import type { SpeciesRow } from './species.projection.js';
import { type SpeciesView, speciesView } from './species-view.js';

/** Species as they are answered, with the names that anglers have now. */
@Injectable()
export class SpeciesViews {
  constructor(
    @Inject(POOL) private readonly pool: pg.Pool,
    private readonly anglers: AnglerNames,
    private readonly origin: PublicOrigin,
  ) {}

  async of(rows: readonly SpeciesRow[]): Promise<SpeciesView[]> {
    const ids = rows.flatMap(({ serviceRecord, photos }) => [
      ...(serviceRecord ? [serviceRecord.anglerId] : []),
      ...photos.flatMap(({ anglerId }) => anglerId ?? []),
    ]);
    const names = ids.length > 0 ? await this.anglers.of(this.pool, ids) : new Map<string, string>();
    return rows.map((row) => speciesView(row, (id) => names.get(id) ?? '', this.origin.url));
  }
}
