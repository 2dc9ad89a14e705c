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
      'NDJSON or CSV of up to 1,000,000 rows, each held against what a POST is held against. CSV ' +
      'columns are the writable fields, with `location.latitude` and `metadata.<key>` for nested ones. ' +
      `A CSV file has at most ${MAX_COLUMNS} columns. The same file again changes nothing, for a year after it was ` +
      'last imported. ' +
      `An account has at most ${MAX_WAITING} imports that wait; one more is a 422.`,
    headers: { ...IDEMPOTENT.headers, 'Content-Encoding': '`gzip` for a packed file.' },
    body: { contentTypes: ['application/x-ndjson', 'text/csv'], description: 'The file.' },
    answers: {
      202: {
        description: 'The import, which runs in the background.',
        schema: importSchema,
        example: { ...EXAMPLE, status: 'queued', progress: 0, accepted: 0, rejected: 0 },
        headers: { Location: 'Where it is followed.' },
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
    description: 'Your account’s own, the newest first. An import is listed for 30 days after its end.',
    query: listImportsQuery,
    answers: {
      200: {
        description: 'A page of imports.',
        schema: listOf(importSchema, 'ImportJobList'),
        example: { data: [EXAMPLE], total: 1, page: 1, per_page: 25, has_more: false, next_cursor: null },
        headers: { Link: 'Other pages (RFC 8288).' },
      },
    },
    problems: { 429: ['limit.heavy_reads'] },
  },
  {
    method: 'GET',
    path: '/v1/imports/{id}',
    tag: 'Imports and exports',
    operationId: 'getImport',
    summary: 'Follow an import',
    description: 'Poll it until `status` is `completed` or `failed`.',
    query: readImportQuery,
    answers: {
      200: {
        description: 'The import, or the fields that were asked for.',
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
    summary: 'List the rows that were rejected, and why',
    description: 'In the order of the file.',
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
        headers: { Link: 'Other pages (RFC 8288).' },
      },
    },
    problems: { 404: ['import.not_found'] },
  },
];
