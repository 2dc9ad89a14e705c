import { listOf, type RouteDocs } from '@cds/openapi';
import { auditEntrySchema, listAuditQuery } from './audit-list/audit-list.schemas.js';

const EXAMPLE = {
  id: 'aud_01h455vb4pex5vsknk084sn02q',
  at: '2026-11-20T07:30:00.000Z',
  action: 'api_key.created',
  account_id: 'acc_01h455vb4pex5vsknk084sn02q',
  actor: { type: 'api_key', id: 'key_01h455vb4pex5vsknk084sn02q' },
  target_id: 'key_01h455vb4pex5vsknk084sn02r',
  address: '203.0.113.7',
  request_id: '6e0c3bb8-3f0a-4c43-9f0a-5b1f0d6f6a51',
  details: { scopes: ['catches:read'] },
};

export const auditLogDocs: readonly RouteDocs[] = [
  {
    method: 'GET',
    path: '/v1/audit-log',
    tag: 'Audit log',
    operationId: 'listAuditLog',
    summary: 'List audit log entries',
    description:
      'Returns what happened to keys, accounts, clients, people and webhook endpoints, newest first. Entries ' +
      'are kept for a year, unless the installation is configured otherwise.',
    query: listAuditQuery,
    answers: {
      200: {
        description: 'A page of entries.',
        schema: listOf(auditEntrySchema, 'AuditEntryList'),
        example: { data: [EXAMPLE], total: 1, page: 1, per_page: 25, has_more: false, next_cursor: null },
        headers: { Link: 'Links to other pages (RFC 8288).' },
      },
    },
  },
];
