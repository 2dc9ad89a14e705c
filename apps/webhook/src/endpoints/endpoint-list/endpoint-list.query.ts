import { orderOf, POOL, type SqlValues } from '@cds/postgres';
import type { Caller } from '@cds/identity';
import { type CursorEnvelope, Cursors, listScope, mapPage, tablePage } from '@cds/listing';
import { SecretBox } from '@cds/service-kit';
import { Inject, Injectable } from '@nestjs/common';
import type pg from 'pg';
import { endpointNotFound } from '../endpoint.errors.js';
import { checkEndpointId } from '../endpoint-id.js';
import { ENDPOINT_COLUMNS, type EndpointRow } from '../endpoint-row.js';
import { endpointView, type EndpointView } from '../endpoint-view.js';
import type { ListEndpointsQuery } from './endpoint-list.schemas.js';

@Injectable()
export class EndpointListQuery {
  constructor(
    @Inject(POOL) private readonly pool: pg.Pool,
    private readonly cursors: Cursors,
    private readonly box: SecretBox,
  ) {}

  /** The account's endpoints. */
  async list({ accountId }: Caller, query: ListEndpointsQuery): Promise<CursorEnvelope<EndpointView>> {
    const page = await tablePage<EndpointRow>(this.pool, this.cursors, listScope('webhooks', accountId, query), query, {
      table: 'endpoints',
      columns: ENDPOINT_COLUMNS,
      order: orderOf(query.sort),
      terms: (values) => [`account_id = ${values.add(accountId)} AND deleted_at IS NULL`, ...ofStatus(query, values)],
    });
    return mapPage(page, (row) => endpointView(row, this.box));
  }

  /** Fails with `webhook.not_found` for another account's too. */
  async one(id: string, { accountId }: Caller): Promise<EndpointView> {
    checkEndpointId(id);
    const [row] = (await this.pool.query<EndpointRow>(ONE, [id, accountId])).rows;
    if (!row) throw endpointNotFound(id);
    return endpointView(row, this.box);
  }
}

const ofStatus = ({ status }: ListEndpointsQuery, values: SqlValues): string[] =>
  status ? [`status = ANY(${values.add(status)})`] : [];

const ONE = `SELECT ${ENDPOINT_COLUMNS} FROM endpoints WHERE id = $1 AND account_id = $2 AND deleted_at IS NULL`;
