import { cursorPageQuery, cursorPageRules, fieldsQuery, queryFields, querySort } from '@cds/listing';
import { text } from '@cds/validation';
import { z } from 'zod';
import { BOUNDS } from '../../catches/rules/field-schemas.js';

const instant = z.iso.datetime({ precision: 3 });

/** An angler as the API answers them. */
export const anglerSchema = z
  .strictObject({
    id: z.string(),
    name: z.string(),
    external_id: z.string().nullable().meta({ description: 'Yours; null on others’ anglers.' }),
    metadata: z.record(z.string(), z.string()).nullable().meta({ description: 'Yours; null on others’ anglers.' }),
    created_at: instant,
    updated_at: instant,
  })
  .meta({ id: 'Angler' });

export const readAnglerQuery = fieldsQuery(anglerSchema);

/** What a list of anglers can be sorted by; a `-` before it turns the order round. */
export const ANGLER_SORTS = ['created_at', 'updated_at', 'name'] as const;

export const listAnglersQuery = z
  .strictObject({
    ...cursorPageQuery,
    external_id: text(BOUNDS.externalId).min(1).optional(),
    q: text(BOUNDS.text).min(1).optional(),
    sort: querySort(ANGLER_SORTS).default([{ key: 'created_at', descending: true }]),
    fields: queryFields(anglerSchema).optional(),
  })
  .check(cursorPageRules);
export type ListAnglersQuery = z.infer<typeof listAnglersQuery>;
