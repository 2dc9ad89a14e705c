import { pageDepth, pageQuery, text } from '@cds/service-kit';
import { z } from 'zod';
import { BOUNDS } from '../../catches/catch-schemas.js';

/** What a list of anglers can be sorted by; a `-` before it turns the order round. */
export const ANGLER_SORTS = ['created_at', '-created_at', 'updated_at', '-updated_at', 'name', '-name'] as const;

export const listAnglersQuery = z
  .strictObject({
    ...pageQuery,
    external_id: text(BOUNDS.externalId).min(1).optional(),
    q: text(BOUNDS.text).min(1).optional(),
    sort: z.enum(ANGLER_SORTS).default('-created_at'),
  })
  .check(pageDepth);
export type ListAnglersQuery = z.infer<typeof listAnglersQuery>;
