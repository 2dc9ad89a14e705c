import { cursorPageQuery, cursorPageRules, queryFields } from '@cds/listing';
import { z } from 'zod';

export const changeAuthorSchema = z.strictObject({
  account_id: z.string(),
  credential_id: z
    .string()
    .nullable()
    .meta({ description: 'The credential that made the change. Null if it belongs to another account.' }),
});

export const fieldChangeSchema = z.strictObject({ field: z.string(), from: z.unknown(), to: z.unknown() });

/** One change of a catch as the API answers it. */
export const historySchema = z
  .strictObject({
    at: z.iso.datetime({ precision: 3 }),
    by: changeAuthorSchema
      .nullable()
      .meta({ description: 'Who made the change. Null for changes made by the service itself.' }),
    action: z.string().meta({ description: 'An event type, such as `catch.updated`.' }),
    changes: z.array(fieldChangeSchema),
    version: z.int(),
  })
  .meta({ id: 'CatchChange' });

export const catchHistoryQuery = z
  .strictObject({ ...cursorPageQuery, fields: queryFields(historySchema).optional() })
  .check(cursorPageRules);
export type CatchHistoryParameters = z.infer<typeof catchHistoryQuery>;
