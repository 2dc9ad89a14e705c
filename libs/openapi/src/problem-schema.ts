import { z } from 'zod';

const violation = z
  .object({
    pointer: z.string().optional().meta({ description: 'The place in the body, as a JSON pointer.' }),
    parameter: z
      .string()
      .optional()
      .meta({ description: 'The name of the query parameter, path parameter or header.' }),
    code: z.string(),
    detail: z.string(),
    candidates: z
      .array(z.object({ id: z.string(), common_name: z.string() }).meta({ id: 'SpeciesCandidate' }))
      .max(100)
      .optional()
      .meta({ description: 'The species that the name may mean, likeliest first.' }),
  })
  .meta({ id: 'ProblemError' });

/** Every answer that is no success: RFC 9457. */
export const problemSchema = z
  .object({
    type: z.url().meta({ description: 'The URL of a page about this kind of error.' }),
    title: z.string(),
    status: z.int(),
    detail: z.string(),
    instance: z.string(),
    code: z.string().meta({ description: 'A stable code for programs.' }),
    request_id: z.string(),
    errors: z
      .array(violation)
      .max(100)
      .optional()
      .meta({ description: 'All errors of a request that is answered with 400 or 422, up to the first 100.' }),
    more_errors: z.int().min(1).optional().meta({ description: 'The number of errors beyond those listed.' }),
  })
  .meta({ id: 'Problem' });
