import { POOL } from '@cds/postgres';
import { Inject, Injectable } from '@nestjs/common';
import type pg from 'pg';
import { SpeciesDetailQuery } from '../../catalogue/species-detail/species-detail.query.js';
import { recordNotFound } from '../../catalogue/species.errors.js';
import { speciesTag } from '../../catalogue/species-tag.js';
import { RECORD_COLUMNS, type RecordRow, type TaggedRecord } from '../record-view.js';
import { RecordViews } from '../record-views.js';

@Injectable()
export class ReadRecordQuery {
  constructor(
    @Inject(POOL) private readonly pool: pg.Pool,
    private readonly detail: SpeciesDetailQuery,
    private readonly views: RecordViews,
  ) {}

  /**
   * One record of a species, of whichever kind; fails with `species.not_found`, `species.deleted` or
   * `species.record_not_found`. The tag is read first: a record that changes meanwhile has an old one, never a new one.
   */
  async execute(idOrSlug: string, recordId: string): Promise<TaggedRecord> {
    const species = await this.detail.row(idOrSlug);
    const values = [species.id, recordId];
    const { rows } = await this.pool.query<RecordRow>({ name: 'read-record', text: READ, values });
    const [view] = await this.views.of(rows);
    if (!view) throw recordNotFound(recordId, 'record');
    return { view, tag: speciesTag(species) };
  }
}

const READ = `SELECT ${RECORD_COLUMNS} FROM species_records WHERE species_id = $1 AND id = $2`;
