import { z } from 'zod';

/** The envelope of a list of such things. */
export const listOf = (item: z.ZodType, name: string): z.ZodType =>
  z
    .strictObject({
      data: z.array(item).meta({ description: 'The rows of the page.' }),
      total: z.int().min(0).optional().meta({ description: 'How many there are in all; absent with `total=false`.' }),
      page: z.int().min(1).nullable().meta({ description: 'Null on a page reached by cursor.' }),
      per_page: z.int().min(1).max(100).meta({ description: 'Most rows of a page.' }),
      has_more: z.boolean().meta({ description: 'Whether a page follows.' }),
      next_cursor: z.string().nullable().meta({ description: '`cursor` of the next page; null at the end.' }),
    })
    .meta({ id: name });
