import { listOf, type RouteDocs } from '@cds/openapi';
import { cascadeQuery } from '../../made-credentials/cascade-query.js';
import { grantSchema, listGrantsQuery } from './grant-list/grant-list.schemas.js';

const EXAMPLE = {
  id: 'gra_01h455vb4pex5vsknk084sn02q',
  client: { id: 'app_01h455vb4pex5vsknk084sn02q', name: 'Tournament board' },
  account_id: 'acc_01h455vb4pex5vsknk084sn02q',
  person_id: 'usr_01h455vb4pex5vsknk084sn02q',
  scopes: ['catches:read' as const],
  created_at: '2026-11-20T07:30:00.000Z',
  expires_at: '2027-11-20T07:30:00.000Z',
};

export const grantsDocs: readonly RouteDocs[] = [
  {
    method: 'GET',
    path: '/v1/oauth-grants',
    tag: 'OAuth',
    operationId: 'listOAuthGrants',
    summary: 'List OAuth grants',
    description:
      'Returns the access that people of your account have granted to apps: one grant for each person and app.',
    query: listGrantsQuery,
    answers: {
      200: {
        description: 'A page of grants.',
        schema: listOf(grantSchema, 'OAuthGrantList'),
        example: { data: [EXAMPLE], total: 1, page: 1, per_page: 25, has_more: false, next_cursor: null },
        headers: { Link: 'Links to other pages (RFC 8288).' },
      },
    },
  },
  {
    method: 'DELETE',
    path: '/v1/oauth-grants/{id}',
    tag: 'OAuth',
    operationId: 'revokeOAuthGrant',
    summary: 'Revoke a grant',
    description:
      'Its refresh tokens stop working at once, and its access tokens within 5 seconds. The app has to ask for ' +
      'access again.',
    query: cascadeQuery,
    answers: { 204: { description: 'The grant is revoked.' } },
    problems: { 404: ['oauth_grant.not_found'] },
  },
];
