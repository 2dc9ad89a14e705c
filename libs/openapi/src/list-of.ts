import { z } from 'zod';

/** The envelope of a list of such things. */
export const listOf = (item: z.ZodType, name: string): z.ZodType =>
  z
    .strictObject({
      data: z.array(item),
      total: z
        .int()
        .min(0)
        .optional()
        .meta({ description: 'Exact number of all that fit; absent with `total=false`.' }),
      page: z.int().min(1).nullable().meta({ description: 'Null on a page reached by cursor.' }),
      per_page: z.int().min(1).max(100),
      has_more: z.boolean(),
      next_cursor: z
        .string()
        .nullable()
        .meta({ description: 'Goes on from here without a depth wall; null at the end.' }),
    })
    .meta({ id: name });
