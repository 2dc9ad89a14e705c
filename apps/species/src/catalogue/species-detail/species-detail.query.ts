import { POOL } from '@cds/postgres';
import { Inject, Injectable } from '@nestjs/common';
import type pg from 'pg';
import { speciesDeleted, speciesNotFound } from '../species.errors.js';
import { isDeleted } from '../species-log.js';
import type { SpeciesRow } from '../species.projection.js';
import { SPECIES_COLUMNS } from '../species.rows.js';
import { isSpeciesAddress, speciesTag } from '../species-tag.js';
import type { SpeciesView } from '../species-view.js';
import { SpeciesViews } from '../species-views.js';

export interface ReadSpecies {
  readonly view: SpeciesView;
  readonly tag: string;
}

@Injectable()
export class SpeciesDetailQuery {
  constructor(
    @Inject(POOL) private readonly pool: pg.Pool,
    private readonly views: SpeciesViews,
  ) {}

  /** The species with this id or slug; fails with `species.not_found` or `species.deleted`. */
  async execute(idOrSlug: string): Promise<ReadSpecies> {
    const row = await this.row(idOrSlug);
    const [view] = await this.views.of([row]);
    if (!view) throw speciesNotFound(idOrSlug);
    return { view, tag: speciesTag(row) };
  }

  /** The same as it is stored. */
  async row(idOrSlug: string): Promise<SpeciesRow> {
    if (!isSpeciesAddress(idOrSlug)) throw speciesNotFound(idOrSlug);
    const [row] = (await this.pool.query<SpeciesRow>({ name: 'read-species', text: READ, values: [idOrSlug] })).rows;
    if (row) return row;
    throw (await isDeleted(this.pool, idOrSlug)) ? speciesDeleted(idOrSlug) : speciesNotFound(idOrSlug);
  }
}

const READ = `SELECT ${SPECIES_COLUMNS} FROM species WHERE id = $1 OR slug = $1`;
