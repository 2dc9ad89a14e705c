import { cursorPageQuery, cursorPageRules, queryFields } from '@cds/listing';
import { z } from 'zod';

/** One change of a species as the API answers it. */
export const speciesChangeSchema = z
  .strictObject({
    at: z.iso.datetime({ precision: 3 }),
    by: z
      .strictObject({
        account_id: z.string(),
        credential_id: z
          .string()
          .nullable()
          .meta({ description: 'The credential that made the change. Null if it belongs to another account.' }),
      })
      .nullable()
      .meta({ description: 'Who made the change. Null for changes made by the service itself.' }),
    action: z.string().meta({ description: 'The action, such as `species.updated`.' }),
    changes: z.array(z.strictObject({ field: z.string(), from: z.unknown(), to: z.unknown() })),
    version: z.int(),
  })
  .meta({ id: 'SpeciesChange' });
export type SpeciesChange = z.infer<typeof speciesChangeSchema>;

export const speciesHistoryQuery = z
  .strictObject({ ...cursorPageQuery, fields: queryFields(speciesChangeSchema).optional() })
  .check(cursorPageRules);
export type SpeciesHistoryParameters = z.infer<typeof speciesHistoryQuery>;
