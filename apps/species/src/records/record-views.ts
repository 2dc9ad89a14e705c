import { POOL } from '@cds/postgres';
import { Inject, Injectable } from '@nestjs/common';
import type pg from 'pg';
import { AnglerNames } from '../anglers/angler-names.store.js';
import { type RecordRow, recordView, type RecordView } from './record-view.js';

@Injectable()
export class RecordViews {
  constructor(
    @Inject(POOL) private readonly pool: pg.Pool,
    private readonly anglers: AnglerNames,
  ) {}

  /** Records with the names that their anglers have now. */
  async of(rows: readonly RecordRow[]): Promise<RecordView[]> {
    const ids = rows.flatMap(({ anglerId }) => anglerId ?? []);
    const names = ids.length > 0 ? await this.anglers.of(this.pool, ids) : new Map<string, string>();
    return rows.map((row) => recordView({ ...row, angler: row.angler ?? names.get(row.anglerId ?? '') ?? '' }));
  }
}
