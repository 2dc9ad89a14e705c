import { z } from 'zod';

const violation = z
  .object({
    pointer: z.string().optional().meta({ description: 'Where in the body: a JSON pointer.' }),
    parameter: z.string().optional().meta({ description: 'Which parameter of the query, the path or the headers.' }),
    code: z.string(),
    detail: z.string(),
  })
  .meta({ id: 'ProblemError' });

/** Every answer that is no success: RFC 9457. */
export const problemSchema = z
  .object({
    type: z.url().meta({ description: 'A page about this kind of problem.' }),
    title: z.string(),
    status: z.int(),
    detail: z.string(),
    instance: z.string(),
    code: z.string().meta({ description: 'Stable: programs decide by it.' }),
    request_id: z.string(),
    errors: z
      .array(violation)
      .max(100)
      .optional()
      .meta({ description: 'Of 400 and 422: all that is wrong, up to the first 100 errors.' }),
    more_errors: z.int().min(1).optional().meta({ description: 'How many more errors there are.' }),
  })
  .meta({ id: 'Problem' });
