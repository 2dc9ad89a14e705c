import { orderOf, POOL } from '@cds/postgres';
import type { Caller } from '@cds/identity';
import { type CursorEnvelope, Cursors, listScope, mapPage, tablePage } from '@cds/listing';
import { Inject, Injectable } from '@nestjs/common';
import type pg from 'pg';
import { PrismaService } from '../../database/prisma.service.js';
import { endpointNotFound } from '../endpoint.errors.js';
import { checkEndpointId } from '../endpoint-id.js';
import { type EndpointRow, endpointView, type EndpointView } from '../endpoint-view.js';
import type { ListEndpointsQuery } from './endpoint-list.schemas.js';

@Injectable()
export class EndpointListQuery {
  constructor(
    private readonly prisma: PrismaService,
    @Inject(POOL) private readonly pool: pg.Pool,
    private readonly cursors: Cursors,
  ) {}

  /** The account's endpoints. */
  async list({ accountId }: Caller, query: ListEndpointsQuery): Promise<CursorEnvelope<EndpointView>> {
    const page = await tablePage<EndpointRow>(this.pool, this.cursors, listScope('webhooks', accountId, query), query, {
      table: 'endpoints',
      columns: COLUMNS,
      order: orderOf(query.sort),
      terms: (values) => [`account_id = ${values.add(accountId)} AND deleted_at IS NULL`],
    });
    return mapPage(page, endpointView);
  }

  /** Fails with `webhook.not_found` for another account's too. */
  async one(id: string, { accountId }: Caller): Promise<EndpointView> {
    checkEndpointId(id);
    const row = await this.prisma.endpoint.findFirst({
      where: { id, accountId, deletedAt: null },
      omit: { secret: true },
    });
    if (!row) throw endpointNotFound(id);
    return endpointView(row);
  }
}

const COLUMNS = `id, url, event_types AS "eventTypes", description, retry_schedule AS "retrySchedule", status, disabled_at AS "disabledAt",
  disabled_reason AS "disabledReason", created_at AS "createdAt", updated_at AS "updatedAt"`;
