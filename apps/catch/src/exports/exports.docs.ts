import { IDEMPOTENT, listOf, type RouteDocs } from '@cds/openapi';
import { MAX_WAITING } from '../jobs/admit-job.js';
import { exportSchema, listExportsQuery } from './read-export/export.schemas.js';
import { requestExportBody } from './request-export/request-export.schemas.js';

const EXAMPLE = {
  id: 'exp_01h455vb4pex5vsknk084sn02q',
  status: 'completed',
  format: 'csv',
  filter: { species: ['walleye'] },
  progress: 1,
  rows: 12_345,
  size_bytes: 4_567_890,
  created_at: '2026-11-20T08:00:00.000Z',
  completed_at: '2026-11-20T08:00:03.000Z',
  expires_at: '2026-11-27T08:00:03.000Z',
  download_url: 'https://api.example/v1/exports/exp_01h455vb4pex5vsknk084sn02q/download',
  error: null,
};
const QUEUED = {
  ...EXAMPLE,
  status: 'queued',
  progress: 0,
  rows: 0,
  size_bytes: 0,
  completed_at: null,
  expires_at: null,
  download_url: null,
};

const FILE_NAME = { 'Content-Disposition': '`attachment`, with the name of the file.' };

export const exportsDocs: readonly RouteDocs[] = [
  {
    method: 'POST',
    path: '/v1/catches/export',
    tag: 'Imports and exports',
    operationId: 'exportCatches',
    summary: 'Export catches to a file',
    description:
      '`filter` accepts every filter of the list of catches except `include_deleted`; use an array to repeat one. ' +
      `The file is kept for 7 days. An account can have up to ${MAX_WAITING} waiting exports; another one is ` +
      'refused with 422.',
    headers: IDEMPOTENT.headers,
    body: {
      schema: requestExportBody,
      example: { format: 'csv', filter: { species: ['walleye', 'bluegill'], min_weight_lbs: 2 } },
    },
    answers: {
      202: {
        description: 'The export, which runs in the background.',
        schema: exportSchema,
        example: QUEUED,
        headers: { Location: 'The URL where its progress is reported.' },
      },
    },
    problems: { ...IDEMPOTENT.problems, 422: ['export.limit', 'storage.limit', ...IDEMPOTENT.problems[422]] },
  },
  {
    method: 'GET',
    path: '/v1/exports',
    tag: 'Imports and exports',
    operationId: 'listExports',
    summary: 'List exports',
    description:
      'Returns the exports of your own account, newest first. An export is listed for 30 days after it ends.',
    query: listExportsQuery,
    answers: {
      200: {
        description: 'A page of exports.',
        schema: listOf(exportSchema, 'ExportJobList'),
        example: { data: [EXAMPLE], total: 1, page: 1, per_page: 25, has_more: false, next_cursor: null },
        headers: { Link: 'Links to other pages (RFC 8288).' },
      },
    },
    problems: { 429: ['limit.heavy_reads'] },
  },
  {
    method: 'GET',
    path: '/v1/exports/{id}',
    tag: 'Imports and exports',
    operationId: 'getExport',
    summary: 'Read an export',
    description: 'Poll until `download_url` is set.',
    answers: { 200: { description: 'The export.', schema: exportSchema, example: EXAMPLE } },
    problems: { 404: ['export.not_found'] },
  },
  {
    method: 'GET',
    path: '/v1/exports/{id}/download',
    tag: 'Imports and exports',
    operationId: 'downloadExport',
    summary: 'Download an export',
    description: 'Downloads can be resumed with `Range` and `If-Range`.',
    headers: {
      Range: 'The part of the file to return, such as `bytes=1000-`.',
      'If-Range': 'The `ETag` that was returned with the first part.',
    },
    answers: {
      200: {
        description: 'The file.',
        contentTypes: ['text/csv', 'application/x-ndjson'],
        headers: FILE_NAME,
      },
      206: {
        description: 'The requested part of the file.',
        contentTypes: ['text/csv', 'application/x-ndjson'],
        headers: { ...FILE_NAME, 'Content-Range': 'The position of this part and the size of the whole file.' },
      },
    },
    problems: {
      404: ['export.not_found'],
      409: ['export.not_ready'],
      410: ['export.expired'],
      416: ['request.range_not_satisfiable'],
      503: ['storage.unavailable'],
    },
  },
];
