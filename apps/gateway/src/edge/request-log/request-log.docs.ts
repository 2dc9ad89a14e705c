import { listOf, type RouteDocs } from '@cds/openapi';
import { listRequestsQuery, requestLogEntrySchema } from './request-list/request-list.schemas.js';
import { usageQuery, usageSchema } from './usage/usage.schemas.js';

const ENTRY = {
  id: 'req_01h455vb4pex5vsknk084sn02q',
  at: '2026-11-20T07:30:00.000Z',
  method: 'GET',
  route: '/v1/catches/{id}',
  path: '/v1/catches/catch_01h455vb4pex5vsknk084sn02q',
  query: 'fields=id,species',
  status: 404,
  code: 'catch.not_found',
  detail: 'There is no catch catch_01h455vb4pex5vsknk084sn02q.',
  duration_ms: 4,
  request_id: '6e0c3bb8-3f0a-4c43-9f0a-5b1f0d6f6a51',
  credential_id: 'key_01h455vb4pex5vsknk084sn02q',
  credential_type: 'api_key',
  credential_prefix: 'cds_live_3f9a',
};

const COUNTS = { calls: 40, errors: 2, refused: 1 };

const USAGE = {
  interval: 'minute',
  starts_at: '2026-11-20T07:29:00.000Z',
  ends_at: '2026-11-20T07:30:00.000Z',
  limit: { limit: 6_000, window_seconds: 60 },
  ...COUNTS,
  data: [{ at: '2026-11-20T07:29:00.000Z', ...COUNTS }],
  credentials: [
    {
      id: 'key_01h455vb4pex5vsknk084sn02q',
      name: 'production',
      prefix: 'cds_live_3f9a',
      limit: { limit: 600, window_seconds: 60 },
      ...COUNTS,
    },
  ],
};

export const requestLogDocs: readonly RouteDocs[] = [
  {
    method: 'GET',
    path: '/v1/request-log',
    operationId: 'listRequestLog',
    tag: 'Requests',
    summary: 'List the calls of the account',
    description:
      'Returns the calls of the last 7 days, newest first. A call appears about a second after its response. ' +
      'Bursts of up to 120 calls are recorded completely, and a steady stream at one call every ten seconds; ' +
      'errors and successes are recorded separately, as are the copies of the service. `GET /v1/usage` counts ' +
      'every call.',
    query: listRequestsQuery,
    answers: {
      200: {
        description: 'A page of calls.',
        schema: listOf(requestLogEntrySchema, 'RequestLogEntryList'),
        example: { data: [ENTRY], total: 1, page: 1, per_page: 25, has_more: false, next_cursor: null },
        headers: { Link: 'Links to other pages (RFC 8288).' },
      },
    },
    problems: { 429: ['limit.heavy_reads'] },
  },
  {
    method: 'GET',
    path: '/v1/usage',
    operationId: 'getUsage',
    tag: 'Requests',
    summary: 'Count the calls of the account',
    description:
      'Returns counts by minute for the last 2 days, at most 6 hours at a time, or by hour for the last 7 ' +
      'days. Calls are counted within seconds. Calls that a limit refused are counted separately from other ' +
      'errors.',
    query: usageQuery,
    answers: {
      200: { description: 'The counts, by time and by credential.', schema: usageSchema, example: USAGE },
    },
    problems: { 429: ['limit.heavy_reads'] },
  },
];
