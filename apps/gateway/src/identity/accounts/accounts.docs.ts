import { IDEMPOTENT, listOf, type RouteDocs } from '@cds/openapi';
import { CONDITIONAL, CREATED_HEADERS, MERGE_PATCH, pageWith } from '../common.docs.js';
import { listAccountsQuery, readAccountQuery } from './account-list/account-list.schemas.js';
import { addAccountBody, editAccountBody } from './account-schemas.js';
import { accountSchema } from './account-view.js';

const EXAMPLE = {
  id: 'acc_01h455vb4pex5vsknk084sn02q',
  name: 'Lake Travis Anglers',
  email: 'office@example.com',
  created_at: '2026-11-20T07:30:00.000Z',
  updated_at: '2026-11-20T07:30:00.000Z',
};
const GONE = { 404: ['account.not_found'], 410: ['account.deleted'] } as const;

export const accountsDocs: readonly RouteDocs[] = [
  {
    method: 'GET',
    path: '/v1/accounts',
    tag: 'Accounts',
    operationId: 'listAccounts',
    summary: 'List accounts',
    description: 'Returns all accounts, newest first.',
    query: listAccountsQuery,
    answers: {
      200: {
        description: 'A page of accounts.',
        schema: listOf(accountSchema, 'AccountList'),
        example: pageWith(EXAMPLE),
        headers: { Link: 'Links to other pages (RFC 8288).' },
      },
    },
  },
  {
    method: 'POST',
    path: '/v1/accounts',
    tag: 'Accounts',
    operationId: 'createAccount',
    summary: 'Create an account',
    description:
      'A new account has no key; create one with its `account_id`. With a `password`, a person is created who ' +
      'can sign in to the account.',
    headers: IDEMPOTENT.headers,
    body: { schema: addAccountBody, example: { name: EXAMPLE.name, email: EXAMPLE.email } },
    answers: {
      201: { description: 'The account.', schema: accountSchema, example: EXAMPLE, headers: CREATED_HEADERS },
    },
    problems: { ...IDEMPOTENT.problems, 409: [...IDEMPOTENT.problems[409], 'person.email_taken'] },
  },
  {
    method: 'GET',
    path: '/v1/accounts/{id}',
    tag: 'Accounts',
    operationId: 'getAccount',
    summary: 'Read an account',
    description: 'By its id.',
    query: readAccountQuery,
    answers: {
      200: {
        description: 'The account, or only the requested fields.',
        schema: accountSchema,
        example: EXAMPLE,
      },
    },
    problems: GONE,
  },
  {
    method: 'PATCH',
    path: '/v1/accounts/{id}',
    tag: 'Accounts',
    operationId: 'updateAccount',
    summary: 'Edit an account',
    description: 'The body is a JSON merge patch (RFC 7396).',
    headers: CONDITIONAL.headers,
    body: { schema: editAccountBody, contentTypes: MERGE_PATCH, example: { name: 'Travis Anglers' } },
    answers: {
      200: {
        description: 'The updated account.',
        schema: accountSchema,
        example: { ...EXAMPLE, name: 'Travis Anglers' },
      },
    },
    problems: { ...GONE, ...CONDITIONAL.problems },
  },
  {
    method: 'DELETE',
    path: '/v1/accounts/{id}',
    tag: 'Accounts',
    operationId: 'deleteAccount',
    summary: 'Delete an account',
    description:
      'The deletion is permanent. Keys and tokens of the account stop working at once. Soon its endpoints are ' +
      'disabled, its boards deleted and its anglers erased; catches remain, under the name “erased angler”.',
    headers: CONDITIONAL.headers,
    answers: { 204: { description: 'The account is deleted. Later reads return 410.' } },
    problems: { ...GONE, 409: ['account.own'], ...CONDITIONAL.problems },
  },
  {
    method: 'DELETE',
    path: '/v1/accounts/{id}/second-factors',
    tag: 'Accounts',
    operationId: 'endSecondFactors',
    summary: 'Reset second factors',
    description:
      'For people who have lost their second factor and their recovery codes. Removes the authenticator apps, ' +
      'passkeys and recovery codes of everybody who signs in to the account, signs them out, and notifies them ' +
      'by e-mail. Their passwords do not change. Verify the identity of the person who asks for this.',
    answers: { 204: { description: 'A password is now enough to sign in to the account.' } },
    problems: GONE,
  },
];
