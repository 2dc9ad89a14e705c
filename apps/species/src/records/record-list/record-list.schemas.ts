import { cursorPageQuery, cursorPageRules, querySort } from '@cds/listing';
import { queryFlag, queryList } from '@cds/validation';
import { iso31662 } from 'iso-3166';
import { z } from 'zod';
import { presentation } from '../record-presentation.js';

const CODES: ReadonlySet<string> = new Set(iso31662.map(({ code }) => code));

const regionSchema = z
  .string()
  .refine((code) => CODES.has(code), {
    message: 'must be an ISO 3166-2 code, such as US-TX',
    params: { code: 'format' },
  })
  .meta({ pattern: '^[A-Z]{2}-[A-Z0-9]{1,3}$' });

const SORT_KEYS = ['weight_lbs', 'date'] as const;
export type RecordSortKey = (typeof SORT_KEYS)[number];

export const listRecordsQuery = z
  .strictObject({
    ...cursorPageQuery,
    kind: queryList(z.enum(['world', 'service'])).optional(),
    current: queryFlag().optional(),
    region: queryList(regionSchema).meta({ description: 'Only the service’s records for these regions.' }).optional(),
    sort: querySort(SORT_KEYS).optional(),
    ...presentation,
  })
  .check(cursorPageRules);
export type ListRecordsQuery = z.infer<typeof listRecordsQuery>;
