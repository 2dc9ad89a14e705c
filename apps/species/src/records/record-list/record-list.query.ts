import { type CursorEnvelope, Cursors, listScope, tablePage } from '@cds/listing';
import { isOneOf, orderOf, POOL, type SortBy, type SqlValues } from '@cds/postgres';
import { Inject, Injectable } from '@nestjs/common';
import type pg from 'pg';
import { SpeciesDetailQuery } from '../../catalogue/species-detail/species-detail.query.js';
import { RECORD_COLUMNS, type RecordRow, type RecordView } from '../record-view.js';
import { RecordViews } from '../record-views.js';
import type { ListRecordsQuery, RecordSortKey } from './record-list.schemas.js';

const HEAVIEST_FIRST: readonly SortBy<RecordSortKey>[] = [{ key: 'weight_lbs', descending: true }];

@Injectable()
export class RecordListQuery {
  constructor(
    @Inject(POOL) private readonly pool: pg.Pool,
    private readonly detail: SpeciesDetailQuery,
    private readonly views: RecordViews,
    private readonly cursors: Cursors,
  ) {}

  /** The records of a species, current and former; fails with `species.not_found` or `species.deleted`. */
  async execute(idOrSlug: string, query: ListRecordsQuery): Promise<CursorEnvelope<RecordView>> {
    const { id } = await this.detail.row(idOrSlug);
    const scope = listScope(`species/${id}/records`, null, query);
    const page = await tablePage<RecordRow>(this.pool, this.cursors, scope, query, {
      table: 'species_records',
      columns: RECORD_COLUMNS,
      order: orderOf(query.sort ?? HEAVIEST_FIRST),
      terms: (values) => termsOf(id, query, values),
    });
    return { ...page, data: await this.views.of(page.data) };
  }
}

const termsOf = (speciesId: string, { kind, current, region }: ListRecordsQuery, values: SqlValues): string[] => [
  `species_id = ${values.add(speciesId)}`,
  ...(kind ? [isOneOf('kind', kind, values)] : []),
  ...(current === undefined ? [] : [current ? 'is_current' : 'NOT is_current']),
  ...(region ? [isOneOf('region', region, values)] : []),
];
