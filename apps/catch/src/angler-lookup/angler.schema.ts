import { z } from 'zod';

const instant = z.iso.datetime({ precision: 3 });

/** An angler as the API answers them. */
export const anglerSchema = z
  .strictObject({
    id: z.string(),
    name: z.string(),
    external_id: z.string().nullable().meta({ description: 'Your own data. Null for anglers of other accounts.' }),
    metadata: z
      .record(z.string(), z.string())
      .nullable()
      .meta({ description: 'Your own data. Null for anglers of other accounts.' }),
    created_at: instant,
    updated_at: instant,
  })
  .meta({ id: 'Angler' });
