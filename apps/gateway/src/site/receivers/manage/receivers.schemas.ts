import { z } from 'zod';

const MOST_SECONDS = 10;

/**
 * What one wants to try out: success, a failure that is tried again, an endpoint that is gone; each at once or slowly.
 */
export const answerBody = z.strictObject({
  status: z.union([z.literal(200), z.literal(500), z.literal(410)]),
  delay_seconds: z.int().min(0).max(MOST_SECONDS),
});
export type AnswerBody = z.infer<typeof answerBody>;

/** A number of a received request, as it stands in a path. */
export const requestNumber = z.coerce.number().int().min(1).max(2_147_483_647);
