import { z } from 'zod';

/** The value itself. Throws when it does not fit the schema. */
export const fitting = <T>(what: string, schema: z.ZodType, value: T): T => {
  const result = schema.safeParse(value);
  if (!result.success) throw new Error(`${what} does not fit: ${z.prettifyError(result.error)}`);
  return value;
};
