import { IDEMPOTENT, listOf, type RouteDocs } from '@cds/openapi';
import { MAX_WAITING } from '../jobs/admit-job.js';
import { MAX_COLUMNS } from './import-limits.js';
import {
  importSchema,
  listImportsQuery,
  listRejectedQuery,
  readImportQuery,
  rejectedSchema,
} from './read-import/import.schemas.js';

const EXAMPLE = {
  id: 'imp_01h455vb4pex5vsknk084sn02q',
  status: 'running',
  format: 'csv',
  progress: 0.42,
  accepted: 41_990,
  duplicates: 0,
  rejected: 10,
  created_at: '2026-11-20T08:00:00.000Z',
  completed_at: null,
  error: null,
};

export const importsDocs: readonly RouteDocs[] = [
  {
    method: 'POST',
    path: '/v1/catches/import',
    tag: 'Imports and exports',
    operationId: 'importCatches',
    summary: 'Import catches from a file',
    description:
      'The file is NDJSON or CSV with up to 1,000,000 rows. Each row is validated like the body of ' +
      '`POST /v1/catches`. The columns of a CSV file are the writable fields, with `location.latitude` and ' +
      `\`metadata.<key>\` for nested ones; there can be up to ${MAX_COLUMNS} of them. Importing the same file again ` +
      'changes nothing, for a year after its last import. An account can have up to ' +
      `${MAX_WAITING} waiting imports; another is refused with 422.`,
    headers: { ...IDEMPOTENT.headers, 'Content-Encoding': '`gzip` if the file is compressed.' },
    body: { contentTypes: ['application/x-ndjson', 'text/csv'], description: 'The file.' },
    answers: {
      202: {
        description: 'The import, which runs in the background.',
        schema: importSchema,
        example: { ...EXAMPLE, status: 'queued', progress: 0, accepted: 0, rejected: 0 },
        headers: { Location: 'The URL where its progress is reported.' },
      },
    },
    problems: {
      ...IDEMPOTENT.problems,
      422: ['import.limit', 'storage.limit', ...IDEMPOTENT.problems[422]],
      503: ['storage.unavailable'],
    },
  },
  {
    method: 'GET',
    path: '/v1/imports',
    tag: 'Imports and exports',
    operationId: 'listImports',
    summary: 'List imports',
    description:
      'Returns the imports of your own account, newest first. An import is listed for 30 days after it ends.',
    query: listImportsQuery,
    answers: {
      200: {
        description: 'A page of imports.',
        schema: listOf(importSchema, 'ImportJobList'),
        example: { data: [EXAMPLE], total: 1, page: 1, per_page: 25, has_more: false, next_cursor: null },
        headers: { Link: 'Links to other pages (RFC 8288).' },
      },
    },
    problems: { 429: ['limit.heavy_reads'] },
  },
  {
    method: 'GET',
    path: '/v1/imports/{id}',
    tag: 'Imports and exports',
    operationId: 'getImport',
    summary: 'Read an import',
    description: 'Poll until `status` is `completed` or `failed`.',
    query: readImportQuery,
    answers: {
      200: {
        description: 'The import, or only the requested fields.',
        schema: importSchema,
        example: EXAMPLE,
      },
    },
    problems: { 404: ['import.not_found'] },
  },
  {
    method: 'GET',
    path: '/v1/imports/{id}/rejected',
    tag: 'Imports and exports',
    operationId: 'listRejectedRows',
    summary: 'List the rejected rows of an import',
    description: 'Rows are listed in the order of the file, each with its errors.',
    query: listRejectedQuery,
    answers: {
      200: {
        description: 'A page of rejected rows.',
        schema: listOf(rejectedSchema, 'RejectedRowList'),
        example: {
          data: [
            { line: 17, errors: [{ pointer: '/weight_lbs', code: 'too_small', detail: 'must be greater than 0' }] },
          ],
          total: 10,
          page: 1,
          per_page: 25,
          has_more: false,
          next_cursor: null,
        },
        headers: { Link: 'Links to other pages (RFC 8288).' },
      },
    },
    problems: { 404: ['import.not_found'] },
  },
];
