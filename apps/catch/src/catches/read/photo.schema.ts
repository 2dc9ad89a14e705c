import { z } from 'zod';

export const fileSchema = z.strictObject({ url: z.string(), width: z.int(), height: z.int() });

/** A photo of a catch, in four sizes. */
export const photoSchema = z
  .strictObject({
    id: z.string(),
    ...fileSchema.shape,
    variants: z.strictObject({ thumb: fileSchema, small: fileSchema, large: fileSchema }),
    created_at: z.iso.datetime({ precision: 3 }),
  })
  .meta({ id: 'CatchPhoto' });
