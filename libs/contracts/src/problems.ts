import { CATCH_PROBLEMS } from './problems/catch-problems.js';
import { IDENTITY_PROBLEMS } from './problems/identity-problems.js';
import { REQUEST_PROBLEMS } from './problems/request-problems.js';
import { SUBSCRIBER_PROBLEMS } from './problems/subscriber-problems.js';

/**
 * Every problem that an answer can name. The key is the stable `code`; `/problems/<code>` shows `title` and
 * `explanation`. A code is never renamed or removed.
 */
export const PROBLEMS = {
  ...REQUEST_PROBLEMS,
  ...IDENTITY_PROBLEMS,
  ...CATCH_PROBLEMS,
  ...SUBSCRIBER_PROBLEMS,
} as const;

export type ProblemCode = keyof typeof PROBLEMS;
