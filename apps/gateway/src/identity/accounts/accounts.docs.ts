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
    description: 'All of them, newest first.',
    query: listAccountsQuery,
    answers: {
      200: {
        description: 'A page of accounts.',
        schema: listOf(accountSchema, 'AccountList'),
        example: pageWith(EXAMPLE),
        headers: { Link: 'Other pages (RFC 8288).' },
      },
    },
  },
  {
    method: 'POST',
    path: '/v1/accounts',
    tag: 'Accounts',
    operationId: 'createAccount',
    summary: 'Add an account',
    description: 'It has no key yet: create one with its `account_id`. With a `password` somebody can sign in for it.',
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
        description: 'The account, or the fields that were asked for.',
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
    description: 'A JSON merge patch (RFC 7396).',
    headers: CONDITIONAL.headers,
    body: { schema: editAccountBody, contentTypes: MERGE_PATCH, example: { name: 'Travis Anglers' } },
    answers: {
      200: {
        description: 'The account as it is then.',
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
      'For good: its keys and tokens stop at once, its webhook endpoints are disabled and its anglers ' +
      'erased soon after. Its catches stay, under “erased angler”.',
    headers: CONDITIONAL.headers,
    answers: { 204: { description: 'The account is deleted; later reads are a 410.' } },
    problems: { ...GONE, 409: ['account.own'], ...CONDITIONAL.problems },
  },
  {
    method: 'DELETE',
    path: '/v1/accounts/{id}/second-factors',
    tag: 'Accounts',
    operationId: 'endSecondFactors',
    summary: 'End second factors',
    description:
      'For people who lost their second factor and their recovery codes: removes the authenticator apps, passkeys ' +
      'and recovery codes of everybody who signs in for the account, signs them out, and tells them by mail. Their ' +
      'passwords stay as they are. Find out first who asks you for it.',
    answers: { 204: { description: 'A password is enough to sign in for the account.' } },
    problems: GONE,
  },
];
