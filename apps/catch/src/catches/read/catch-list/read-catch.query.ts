import { closeIdle, GroupRead, READ_POOL } from '@cds/postgres';
import { Inject, Injectable } from '@nestjs/common';
import type pg from 'pg';
import { catchDeleted, catchNotFound } from '../../model/catch.errors.js';
import type { CatchView } from '../catch-view.js';
import { CatchViews, type NamedCatchRow } from '../catch-views.js';
import { CATCH_COLUMNS, NAMED_CATCH_COLUMNS } from './catch-columns.js';

@Injectable()
export class ReadCatchQuery {
  private readonly rows = new GroupRead<NamedCatchRow>((ids) => this.load(ids), {
    onSlow: () => closeIdle(this.pool),
  });

  constructor(
    @Inject(READ_POOL) private readonly pool: pg.Pool,
    private readonly views: CatchViews,
  ) {}

  /** One catch as the account sees it, and whether it is its own; fails with `catch.not_found` or `catch.deleted`. */
  async execute(id: string, viewer: string): Promise<{ view: CatchView; isOwn: boolean }> {
    const row = await this.rows.read(id);
    if (!row) throw (await this.wasDeleted(id)) ? catchDeleted(id) : catchNotFound(id);
    const [view] = await this.views.ofRows([row], viewer);
    if (!view) throw catchNotFound(id);
    return { view, isOwn: row.account_id === viewer };
  }

  private async load(ids: readonly string[]): Promise<Map<string, NamedCatchRow>> {
    const { rows } = await this.pool.query<NamedCatchRow>({ name: 'read-catches', text: READ, values: [ids] });
    return new Map(rows.map((row) => [row.id, row]));
  }

  private async wasDeleted(id: string): Promise<boolean> {
    const { rows } = await this.pool.query('SELECT FROM catch_tombstones WHERE id = $1', [id]);
    return rows.length > 0;
  }
}

/**
 * With the array itself as the parameter, a plan made anew for each number of ids would look cheaper than one that is
 * kept. One that is kept from when there were few catches would read the whole table, were they not found one by one.
 */
const READ = `SELECT ${NAMED_CATCH_COLUMNS}
FROM unnest((SELECT $1::text[])) AS wanted (id)
CROSS JOIN LATERAL (SELECT ${CATCH_COLUMNS.join(', ')} FROM catches WHERE catches.id = wanted.id OFFSET 0) AS c
LEFT JOIN LATERAL (SELECT name, erased_at FROM anglers WHERE anglers.id = c.angler_id OFFSET 0) AS a ON true`;
