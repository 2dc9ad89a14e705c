import { IDEMPOTENT, listOf, type RouteDocs } from '@cds/openapi';
import { z } from 'zod';
import { listRejectedQuery } from './read-import/import.schemas.js';

const instant = z.iso.datetime({ precision: 3 });

const importSchema = z
  .strictObject({
    id: z.string(),
    status: z.string().meta({ description: '`queued`, `running`, `completed` or `failed`.' }),
    format: z.string(),
    progress: z.number().min(0).max(1),
    accepted: z.int(),
    duplicates: z.int().meta({ description: 'Rows that were imported before.' }),
    rejected: z.int(),
    created_at: instant,
    completed_at: instant.nullable(),
    error: z.string().nullable(),
  })
  .meta({ id: 'Import' });

const rejectedSchema = z
  .strictObject({
    line: z.int().min(1).meta({ description: 'Of the file, a CSV’s header included.' }),
    errors: z.array(z.looseObject({ code: z.string(), detail: z.string() })),
  })
  .meta({ id: 'RejectedRow' });

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
    summary: 'Import catches from a file',
    description:
      'NDJSON or CSV of up to 1,000,000 rows, each held against what a POST is held against. CSV columns are the writable fields, with `location.latitude` and `metadata.<key>` for nested ones. The same file again changes nothing.',
    headers: { ...IDEMPOTENT.headers, 'Content-Encoding': '`gzip` for a packed file.' },
    body: { contentTypes: ['application/x-ndjson', 'text/csv'], description: 'The file.' },
    answers: { 202: { description: 'The import, which runs in the background.', schema: importSchema, example: { ...EXAMPLE, status: 'queued', progress: 0, accepted: 0, rejected: 0 }, headers: { Location: 'Where it is followed.' } } },
    problems: { ...IDEMPOTENT.problems, 503: ['storage.unavailable'] },
  },
  {
    method: 'GET',
    path: '/v1/imports/{id}',
    tag: 'Imports and exports',
    summary: 'Follow an import',
    answers: { 200: { description: 'The import.', schema: importSchema, example: EXAMPLE } },
    problems: { 404: ['import.not_found'] },
  },
  {
    method: 'GET',
    path: '/v1/imports/{id}/rejected',
    tag: 'Imports and exports',
    summary: 'List the rows that were rejected, and why',
    query: listRejectedQuery,
    answers: {
      200: {
        description: 'A page of rejected rows.',
        schema: listOf(rejectedSchema, 'RejectedRowList'),
        example: {
          data: [{ line: 17, errors: [{ pointer: '/weight_lbs', code: 'too_small', detail: 'must be greater than 0' }] }],
          total: 10, page: 1, per_page: 25, has_more: false, next_cursor: null,
        },
        headers: { Link: 'Other pages (RFC 8288).' },
      },
    },
    problems: { 404: ['import.not_found'] },
  },
];
