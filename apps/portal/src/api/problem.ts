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

/** What to tell of an error, whatever it is. */
export const problemOf = (error: unknown): { title: string; detail: string; requestId?: string } => {
  if (error instanceof ProblemError) {
    const { title, detail = '', request_id: requestId } = error.problem;
    return { title, detail, ...(requestId && { requestId }) };
  }
  if (error instanceof TypeError && /fetch|network|load/i.test(error.message))
    return { title: 'The service cannot be reached', detail: 'Check your connection, then try again.' };
  return { title: 'Something went wrong', detail: 'The page could not be shown. Load it again.' };
};
