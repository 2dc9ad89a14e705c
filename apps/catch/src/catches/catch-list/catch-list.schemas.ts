import { VERIFICATION_TIERS } from '@cds/contracts';
import { pageDepth, pageQuery, queryList, queryNumber } from '@cds/service-kit';
import { z } from 'zod';
import { BOUNDS } from '../catch-schemas.js';

/** What a list of catches can be sorted by; a `-` before it turns the order round. */
export const SORT_KEYS = ['created_at', 'caught_at', 'updated_at', 'weight_lbs', 'length_in', 'depth_ft'] as const;
export type SortKey = (typeof SORT_KEYS)[number];

export interface SortBy {
  key: SortKey;
  descending: boolean;
}

const sortSchema = z.string().transform((text, context): SortBy[] => {
  const sorts = text.split(',').map((part) => ({ key: part.replace(/^-/, '') as SortKey, descending: part.startsWith('-') }));
  const keys = sorts.map(({ key }) => key);
  const unknown = keys.filter((key) => !SORT_KEYS.includes(key));
  if (unknown.length > 0) {
    const detail = `cannot sort by ${unknown.map((key) => JSON.stringify(key)).join(', ')}; there are ${SORT_KEYS.join(', ')}, each with or without a leading -`;
    context.addIssue({ code: 'custom', message: detail, params: { code: 'enum' } });
    return z.NEVER;
  }
  if (new Set(keys).size < keys.length) {
    context.addIssue({ code: 'custom', message: 'names a key twice', params: { code: 'format' } });
    return z.NEVER;
  }
  return sorts;
});

const weight = queryNumber(z.number().gte(0).lte(BOUNDS.weightLbs));

export const listCatchesQuery = z
  .strictObject({
    ...pageQuery,
    species: queryList(z.string().min(1).max(BOUNDS.text)).optional(),
    verification_tier: queryList(z.enum(VERIFICATION_TIERS)).optional(),
    min_weight_lbs: weight.optional(),
    max_weight_lbs: weight.optional(),
    sort: sortSchema.default([{ key: 'created_at', descending: true }]),
  })
  .check(pageDepth);
export type ListCatchesQuery = z.infer<typeof listCatchesQuery>;
