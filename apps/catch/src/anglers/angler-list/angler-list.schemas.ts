import { cursorPageQuery, cursorPageRules, fieldsQuery, queryFields, querySort } from '@cds/listing';
import { text } from '@cds/validation';
import { z } from 'zod';
import { anglerSchema } from '../../angler-lookup/angler.schema.js';
import { BOUNDS } from '../../catches/rules/field-schemas.js';

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
