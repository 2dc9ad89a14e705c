import { ID_PREFIXES } from '@cds/contracts';
import { HeavyReads, isOneOf, orderOf, POOL, type SqlValues } from '@cds/postgres';
import { type CursorEnvelope, Cursors, listScope, mapPage, tablePage } from '@cds/listing';
import { Inject, Injectable } from '@nestjs/common';
import type pg from 'pg';
import type { AuditEntryView, ListAuditQuery } from './audit-list.schemas.js';

/**
 * What happened, as far as it matters to a security person. However many entries one account causes, a page is read
 * from an index. They are counted apart, so that a long count takes no connection from those who sign in or make keys.
 */
@Injectable()
export class AuditListQuery {
  constructor(
    @Inject(POOL) private readonly pool: pg.Pool,
    private readonly cursors: Cursors,
    private readonly reads: HeavyReads,
  ) {}

  /** Fails with `limit.heavy_reads` when too much of the caller's account waits to be counted. */
  async execute(query: ListAuditQuery, accountId: string, gone?: AbortSignal): Promise<CursorEnvelope<AuditEntryView>> {
    const page = await tablePage<AuditRow>(this.pool, this.cursors, listScope('audit-log', null, query), query, {
      table: 'audit_log',
      columns: COLUMNS,
      order: orderOf(query.sort),
      terms: (values) => terms(query, values),
      counter: this.reads.for(accountId, gone),
    });
    return mapPage(page, entryView);
  }
}

const COLUMNS = 'id, at, action, account_id, actor_id, target_id, address, request_id, details';
const NAMED = ['action', 'account_id', 'actor_id', 'target_id', 'address'] as const;

const terms = (query: ListAuditQuery, values: SqlValues): string[] => [
  ...NAMED.flatMap((column) => (query[column] ? [isOneOf(column, query[column], values)] : [])),
  ...(query.at_after === undefined ? [] : [`at >= ${values.add(query.at_after)}`]),
  ...(query.at_before === undefined ? [] : [`at < ${values.add(query.at_before)}`]),
];

type AuditRow = Omit<AuditEntryView, 'at' | 'actor'> & { readonly at: Date; readonly actor_id: string | null };

const entryView = ({
  id,
  at,
  action,
  account_id,
  actor_id,
  target_id,
  address,
  request_id,
  details,
}: AuditRow): AuditEntryView => ({
  id,
  at: at.toISOString(),
  action,
  account_id,
  actor: actor_id === null ? null : { type: actorType(actor_id), id: actor_id },
  target_id,
  address,
  request_id,
  details,
});

const actorType = (id: string): NonNullable<AuditEntryView['actor']>['type'] => {
  if (id.startsWith(`${ID_PREFIXES.person}_`)) return 'person';
  if (id.startsWith('ses_')) return 'session';
  return id.startsWith(`${ID_PREFIXES.oauthClient}_`) ? 'oauth_client' : 'api_key';
};
