import { type Caller, listEnvelope, type ListEnvelope } from '@cds/service-kit';
import { Injectable } from '@nestjs/common';
import { Database } from '../../database.js';
import { endpointNotFound } from '../endpoint.errors.js';
import { checkEndpointId } from '../endpoint-id.js';
import { endpointView, type EndpointView } from '../endpoint-view.js';

@Injectable()
export class EndpointListQuery {
  constructor(private readonly database: Database) {}

  /** The account's endpoints, newest first. */
  async list({ accountId }: Caller, { page, per_page: perPage }: { page: number; per_page: number }): Promise<ListEnvelope<EndpointView>> {
    const where = { accountId, deletedAt: null };
    const [rows, total] = await Promise.all([
      this.database.endpoint.findMany({
        where,
        omit: { secret: true },
        orderBy: [{ createdAt: 'desc' }, { id: 'desc' }],
        take: perPage,
        skip: (page - 1) * perPage,
      }),
      this.database.endpoint.count({ where }),
    ]);
    return listEnvelope(rows.map(endpointView), { total, page, perPage });
  }

  /** Fails with `webhook.not_found` for another account's too. */
  async one(id: string, { accountId }: Caller): Promise<EndpointView> {
    checkEndpointId(id);
    const row = await this.database.endpoint.findFirst({ where: { id, accountId, deletedAt: null }, omit: { secret: true } });
    if (!row) throw endpointNotFound(id);
    return endpointView(row);
  }
}
