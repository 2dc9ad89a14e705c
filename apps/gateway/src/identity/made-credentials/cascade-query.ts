import { queryFlag } from '@cds/validation';
import { z } from 'zod';

/** The query of a call that ends a credential. */
export const cascadeQuery = z.strictObject({
  cascade: queryFlag().optional().meta({
    description:
      '`true` also revokes the API keys and OAuth clients that it created, those that they created, and so on.',
  }),
});
export type CascadeQuery = z.infer<typeof cascadeQuery>;
