import { type CursorEnvelope, Cursors, listScope, mapPage, tablePage } from '@cds/listing';
import { HeavyReads, isOneOf, orderOf, type SqlValues } from '@cds/postgres';
import { Injectable } from '@nestjs/common';
import type { ListRequestsQuery, RequestLogEntryView } from './request-list.schemas.js';

/** The last calls of an account. */
@Injectable()
export class RequestListQuery {
  constructor(
    private readonly reads: HeavyReads,
    private readonly cursors: Cursors,
  ) {}

  /**
   * Counts and filters read all rows of the account in the worst case: fails with `limit.heavy_reads` when too much of
   * the account waits.
   */
  async execute(
    accountId: string,
    query: ListRequestsQuery,
    gone?: AbortSignal,
  ): Promise<CursorEnvelope<RequestLogEntryView>> {
    const scope = listScope('request-log', accountId, query);
    const page = await tablePage<RequestRow>(this.reads.for(accountId, gone), this.cursors, scope, query, {
      table: 'request_log',
      columns: COLUMNS,
      joins: PREFIX,
      order: orderOf(query.sort),
      terms: (values) => [`account_id = ${values.add(accountId)}`, ...terms(query, values)],
    });
    return mapPage(page, entryView);
  }
}

const PREFIX = `LEFT JOIN LATERAL (SELECT api_keys.prefix AS credential_prefix FROM api_keys
  WHERE api_keys.id = request_log.credential_id) AS credentials ON true`;

const COLUMNS =
  'id, at, method, route, path, query, status, code, detail, duration_ms, request_id, credential_id, ' +
  'credential_type, credential_prefix';
const NAMED = ['code', 'method', 'credential_id', 'credential_type', 'request_id'] as const;

const terms = (query: ListRequestsQuery, values: SqlValues): string[] => [
  ...NAMED.flatMap((column) => (query[column] ? [isOneOf(column, query[column], values)] : [])),
  ...(query.status ? [isStatus(query.status, values)] : []),
  ...(query.min_status === undefined ? [] : [`status >= ${values.add(query.min_status)}`]),
  ...(query.path === undefined ? [] : [`starts_with(path, ${values.add(query.path)})`]),
  ...(query.requested_after === undefined ? [] : [`at >= ${values.add(query.requested_after)}`]),
  ...(query.requested_before === undefined ? [] : [`at < ${values.add(query.requested_before)}`]),
];

const isStatus = (wanted: readonly string[], values: SqlValues): string => {
  const classes = wanted.filter((one) => one.endsWith('xx')).map((one) => Number(one[0]));
  const statuses = wanted.filter((one) => !one.endsWith('xx')).map(Number);
  return `(status = ANY(${values.add(statuses)}::int[]) OR status / 100 = ANY(${values.add(classes)}::int[]))`;
};

type RequestRow = Omit<RequestLogEntryView, 'at'> & { readonly at: Date };

const entryView = ({ at, ...row }: RequestRow): RequestLogEntryView => ({
  id: row.id,
  at: at.toISOString(),
  method: row.method,
  route: row.route,
  path: row.path,
  query: row.query,
  status: row.status,
  code: row.code,
  detail: row.detail,
  duration_ms: row.duration_ms,
  request_id: row.request_id,
  credential_id: row.credential_id,
  credential_type: row.credential_type,
  credential_prefix: row.credential_prefix,
});
