import { z } from 'zod';

// Named, as every list has them.
const TOTAL = z
  .int()
  .min(0)
  .meta({ id: 'Total', description: 'The total number of items. Absent with `total=false`.' });
const PAGE = z
  .int()
  .min(1)
  .nullable()
  .meta({ id: 'PageNumber', description: 'The number of the page. Null on pages that are read by cursor.' });
const PER_PAGE = z.int().min(1).max(100).meta({ id: 'PerPage', description: 'The maximum number of items on a page.' });
const NEXT_CURSOR = z
  .string()
  .nullable()
  .meta({ id: 'NextCursor', description: 'The `cursor` of the next page. Null on the last page.' });

/** The envelope of a list of such things. */
export const listOf = (item: z.ZodType, name: string): z.ZodType =>
  z
    .strictObject({
      data: z.array(item).meta({ description: 'The items.' }),
      total: TOTAL.optional(),
      page: PAGE,
      per_page: PER_PAGE,
      has_more: z.boolean().meta({ description: 'Whether more pages follow.' }),
      next_cursor: NEXT_CURSOR,
    })
    .meta({ id: name });
