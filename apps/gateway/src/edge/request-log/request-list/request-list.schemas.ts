import { cursorPageQuery, cursorPageRules, queryFields, querySort } from '@cds/listing';
import { instantText, queryInt, queryList, text } from '@cds/validation';
import { z } from 'zod';
import { METHODS } from '../../routing/route.js';

/** A call as its account sees it. */
export const requestLogEntrySchema = z
  .strictObject({
    id: z.string(),
    at: z.iso.datetime({ precision: 3 }).meta({ description: 'When the call arrived.' }),
    method: z.string().meta({ description: 'The HTTP method.' }),
    route: z.string().meta({ description: 'The pattern of the path, such as `/v1/catches/{id}`.' }),
    path: z.string().meta({ description: 'The path itself, at most 300 characters of it.' }),
    query: z
      .string()
      .nullable()
      .meta({
        description:
          'The query. The values of parameters that may tell of a person, such as `q`, `near` and `external_id`, are ' +
          'replaced by `…`.',
      }),
    status: z.int().nullable().meta({ description: 'Null where the client went away before the answer began.' }),
    code: z.string().nullable().meta({ description: 'The `code` of the problem that was answered.' }),
    detail: z.string().nullable().meta({ description: 'Its `detail`, at most 500 characters of it.' }),
    duration_ms: z.int().meta({ description: 'From the request line to the last byte of the answer.' }),
    request_id: z.string().meta({ description: '`X-Request-Id` of the answer.' }),
    credential_id: z.string().meta({ description: 'The API key, OAuth client or session that made the call.' }),
    credential_type: z.string().meta({ description: 'As `credential.type` of `GET /v1/me`.' }),
    credential_prefix: z.string().nullable().meta({ description: 'How an API key begins; null for all others.' }),
  })
  .meta({ id: 'RequestLogEntry' });
export type RequestLogEntryView = z.infer<typeof requestLogEntrySchema>;

const MAX_TEXT = 200;
const texts = queryList(text(MAX_TEXT).min(1)).optional();
const time = instantText()
  .meta({ description: 'A time in ISO 8601 with `Z` or an offset.', examples: ['2026-11-20T07:30:00Z'] })
  .optional();

export const listRequestsQuery = z
  .strictObject({
    ...cursorPageQuery,
    status: queryList(z.string().regex(/^[1-5](?:\d\d|xx)$/, 'must be a status, or a class such as 4xx'))
      .optional()
      .meta({ description: 'A status such as `404`, or a class such as `4xx`.' }),
    min_status: queryInt(z.int().min(100).max(599)).optional(),
    code: texts,
    method: queryList(z.enum([...METHODS, 'HEAD'])).optional(),
    path: text(MAX_TEXT).min(1).optional().meta({ description: 'What the path begins with.' }),
    credential_id: texts,
    credential_type: texts,
    request_id: texts,
    requested_after: time,
    requested_before: time,
    sort: querySort(['at']).default([{ key: 'at', descending: true }]),
    fields: queryFields(requestLogEntrySchema).optional(),
  })
  .check(cursorPageRules);
export type ListRequestsQuery = z.infer<typeof listRequestsQuery>;
