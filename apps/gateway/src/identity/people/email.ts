import { z } from 'zod';

/**
 * An e-mail address in lower case, which identifies people. ASCII alone: a letter that only becomes another one's
 * in lower case (the Kelvin sign, the long s) would make two addresses one person.
 */
export const emailSchema: z.ZodType<string, string> = z
  .string()
  .trim()
  .max(254)
  .pipe(z.email())
  .transform((email) => email.toLowerCase());
