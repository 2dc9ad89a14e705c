import { z } from 'zod';

// Named, as every list has them.
const TOTAL = z
  .int()
  .min(0)
  .meta({ id: 'Total', description: 'How many there are in all; absent with `total=false`.' });
const PAGE = z.int().min(1).nullable().meta({ id: 'PageNumber', description: 'Null on a page reached by cursor.' });
const PER_PAGE = z.int().min(1).max(100).meta({ id: 'PerPage', description: 'Most rows of a page.' });
const NEXT_CURSOR = z
  .string()
  .nullable()
  .meta({ id: 'NextCursor', description: '`cursor` of the next page; null at the end.' });

/** The envelope of a list of such things. */
export const listOf = (item: z.ZodType, name: string): z.ZodType =>
  z
    .strictObject({
      data: z.array(item).meta({ description: 'The rows of the page.' }),
      total: TOTAL.optional(),
      page: PAGE,
      per_page: PER_PAGE,
      has_more: z.boolean().meta({ description: 'Whether a page follows.' }),
      next_cursor: NEXT_CURSOR,
    })
    .meta({ id: name });
