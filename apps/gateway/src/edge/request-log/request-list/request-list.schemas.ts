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
    route: z.string().meta({ description: 'The route pattern, such as `/v1/catches/{id}`.' }),
    path: z.string().meta({ description: 'The path, up to its first 300 characters.' }),
    query: z
      .string()
      .nullable()
      .meta({
        description:
          'The query. Values of parameters that may be personal, such as `q`, `near` and `external_id`, are ' +
          'replaced with `…`.',
      }),
    status: z
      .int()
      .nullable()
      .meta({ description: 'The HTTP status code. Null if the client disconnected before the response began.' }),
    code: z.string().nullable().meta({ description: 'The `code` of the problem that was returned.' }),
    detail: z.string().nullable().meta({ description: 'The `detail` of the problem, up to its first 500 characters.' }),
    duration_ms: z.int().meta({ description: 'The time from the request line to the last byte of the response.' }),
    request_id: z.string().meta({ description: 'The `X-Request-Id` of the response.' }),
    credential_id: z.string().meta({ description: 'The API key, OAuth client or session that made the call.' }),
    credential_type: z
      .string()
      .meta({ description: 'The kind of credential, as in `credential.type` of `GET /v1/me`.' }),
    credential_prefix: z
      .string()
      .nullable()
      .meta({ description: 'The first characters of the API key. Null for other kinds of credentials.' }),
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
      .meta({ description: 'A status such as `404`, or a class of statuses such as `4xx`.' }),
    min_status: queryInt(z.int().min(100).max(599)).optional(),
    code: texts,
    method: queryList(z.enum([...METHODS, 'HEAD'])).optional(),
    path: text(MAX_TEXT).min(1).optional().meta({ description: 'Only calls whose path begins with this text.' }),
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
