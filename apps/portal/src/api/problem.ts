import { isCatchDataError } from '@catch-data/sdk';
import { asPhrase } from '../ui/words.js';

/** How the API tells what went wrong (RFC 9457). */
export interface Problem {
  readonly title: string;
  readonly status: number;
  readonly code: string;
  readonly detail?: string;
  readonly request_id?: string;
  readonly errors?: readonly { readonly pointer?: string; readonly code: string; readonly detail: string }[];
}

export class ProblemError extends Error {
  constructor(readonly problem: Problem) {
    super(problem.detail ?? problem.title);
  }
}

interface Explanation {
  readonly title: string;
  readonly detail: string;
  readonly requestId?: string | undefined;
}

const UNREACHABLE: Explanation = {
  title: 'The service cannot be reached',
  detail: 'Check your connection, then try again.',
};
const SECRET_LOST: Explanation = {
  title: 'The answer with the secret was lost',
  detail:
    'It was created, but its secret is shown only once and did not arrive. Find it in the list, and get a new ' +
    'secret there.',
};

/** What to tell of an error, whatever it is. */
export const problemOf = (error: unknown): Explanation => {
  if (error instanceof ProblemError) {
    const { title, detail = '', request_id: requestId } = error.problem;
    return { title, detail, requestId };
  }
  if (isCatchDataError(error, 'sdk.secret_lost')) return SECRET_LOST;
  if (isCatchDataError(error, 'sdk.connection', 'sdk.timeout')) return UNREACHABLE;
  if (isCatchDataError(error)) {
    const { title = 'The request was refused', detail, requestId } = error;
    const parameters = error.errors.flatMap(({ parameter }) => parameter ?? []);
    if (parameters.length > 0) return { ...addressProblem(parameters), requestId };
    return { title, detail, requestId };
  }
  if (error instanceof TypeError && /fetch|network|load/i.test(error.message)) return UNREACHABLE;
  return { title: 'Something went wrong', detail: 'The page could not be shown. Load it again.' };
};

/** The parameters of an address that the API refused, which name filters, the order and the place in the list. */
const addressProblem = (parameters: readonly string[]): Explanation => ({
  title: 'This cannot be shown',
  detail: parameters.every((name) => name === 'cursor')
    ? 'The address of this page leads to a part of the list that is not there with these filters.'
    : `The address of this page asks for something that does not exist: ${parameters.map(asPhrase).join(', ')}.`,
});
