import { isCatchDataError } from '@catch-data/sdk';

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
  detail: 'It was created, but its secret is shown only once and did not arrive. Roll it to get a new one.',
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
    return { title, detail, requestId };
  }
  if (error instanceof TypeError && /fetch|network|load/i.test(error.message)) return UNREACHABLE;
  return { title: 'Something went wrong', detail: 'The page could not be shown. Load it again.' };
};
