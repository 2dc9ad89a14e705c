import { isCatchDataError } from '@catch-data/sdk';
import { type Problem, ProblemError } from './problem.js';

/** The problem that the API answered, for a form to show its reasons; null for every other failure. */
export const refusalOf = (error: unknown): Problem | null => {
  if (error instanceof ProblemError) return error.problem;
  if (!isCatchDataError(error) || error.status === undefined) return null;
  const { title = 'The request was refused', status, code, detail, errors, requestId } = error;
  return { title, status, code, detail, errors, ...(requestId !== undefined && { request_id: requestId }) };
};
