import { cursorPageQuery, cursorPageRules, queryFields, querySort } from '@cds/listing';
import { instantText, queryList, text } from '@cds/validation';
import { z } from 'zod';

export const actorTypeSchema = z.enum(['api_key', 'oauth_client', 'person', 'session']);

export const actorSchema = z.strictObject({ type: actorTypeSchema, id: z.string() });

/** An entry as the API answers it. */
export const auditEntrySchema = z
  .strictObject({
    id: z.string(),
    at: z.iso.datetime({ precision: 3 }),
    action: z.string().meta({ description: 'What happened, such as `api_key.created`.' }),
    account_id: z.string().nullable().meta({ description: 'The account that it belongs to. Null if it is not known.' }),
    actor: actorSchema
      .nullable()
      .meta({ description: 'Who did it. Null for unknown callers and for the service itself.' }),
    target_id: z.string().nullable().meta({ description: 'The object that the action was applied to.' }),
    address: z.string().nullable().meta({ description: 'The IP address that the request came from.' }),
    request_id: z.string().nullable(),
    details: z
      .record(z.string(), z.unknown())
      .nullable()
      .meta({
        description:
          'Further details. Refused credentials are recorded once a minute for each address and reason; `count` is ' +
          'how many there were.',
      }),
  })
  .meta({ id: 'AuditEntry' });
export type AuditEntryView = z.infer<typeof auditEntrySchema>;

const MAX_TEXT = 200;
const texts = queryList(text(MAX_TEXT).min(1)).optional();
const time = instantText()
  .meta({ description: 'A time in ISO 8601 with `Z` or an offset.', examples: ['2026-11-20T07:30:00Z'] })
  .optional();

export const listAuditQuery = z
  .strictObject({
    ...cursorPageQuery,
    action: texts,
    account_id: texts,
    actor_id: texts,
    target_id: texts,
    address: texts,
    at_after: time,
    at_before: time,
    sort: querySort(['at']).default([{ key: 'at', descending: true }]),
    fields: queryFields(auditEntrySchema).optional(),
  })
  .check(cursorPageRules);
export type ListAuditQuery = z.infer<typeof listAuditQuery>;
