import { cursorPageQuery, cursorPageRules, queryFields } from '@cds/listing';
import { z } from 'zod';

export const eventTypeSchema = z
  .strictObject({
    name: z.string(),
    description: z.string(),
    schema: z
      .record(z.string(), z.unknown())
      .meta({ description: 'The JSON Schema (draft 2020-12) of the message body, complete in itself.' }),
    example: z.record(z.string(), z.unknown()).meta({ description: 'The body of a message.' }),
  })
  .meta({ id: 'EventType' });
export type EventTypeView = z.infer<typeof eventTypeSchema>;

export const listEventTypesQuery = z
  .strictObject({ ...cursorPageQuery, fields: queryFields(eventTypeSchema).optional() })
  .check(cursorPageRules);
export type ListEventTypesQuery = z.infer<typeof listEventTypesQuery>;
