import { infoOf } from './answers.js';
import { CatchDataError, type ErrorItem } from './errors.js';

interface Problem {
  readonly type?: string;
  readonly title?: string;
  readonly detail?: string;
  readonly code?: string;
  readonly request_id?: string;
  readonly errors?: readonly ErrorItem[];
  readonly more_errors?: number;
}

/** The error that an answer of 400 and above is. Reads its body. */
export const failureOf = async (response: Response): Promise<CatchDataError> => {
  const { status, requestId } = infoOf(response);
  const problem = problemIn(await response.text());
  const code = problem.code ?? 'sdk.unexpected_answer';
  return new CatchDataError({
    code,
    status,
    title: problem.title,
    detail: problem.detail ?? problem.title ?? `The answer was ${status} ${response.statusText}.`.replace(' .', '.'),
    requestId: problem.request_id ?? requestId,
    docUrl: problem.type,
    errors: problem.errors,
    moreErrors: problem.more_errors,
    retryAfterMs: retryAfterOf(response.headers),
    retryable: isTransient(status) || code === 'idempotency.in_progress',
  });
};

const isTransient = (status: number): boolean => status === 429 || (status >= 500 && status !== 501);

const problemIn = (text: string): Problem => {
  try {
    const value: unknown = JSON.parse(text);
    if (typeof value !== 'object' || value === null) return {};
    // The token endpoint of OAuth answers as RFC 6749 says.
    const { error, error_description: detail, ...problem } = value as Record<string, string>;
    return typeof error === 'string' ? { code: `oauth.${error}`, detail: detail ?? error } : problem;
  } catch {
    return {};
  }
};

/** Seconds or a date. Undefined when it is missing or nonsense. */
const retryAfterOf = (headers: Headers): number | undefined => {
  const value = headers.get('retry-after');
  if (value === null) return undefined;
  const ms = /^\d+$/.test(value) ? Number(value) * 1_000 : Date.parse(value) - Date.now();
  return Number.isNaN(ms) ? undefined : Math.max(0, ms);
};

export const timeoutError = (ms: number): CatchDataError =>
  new CatchDataError({ code: 'sdk.timeout', detail: `There was no whole answer in ${ms} ms.`, retryable: true });

/** What `fetch` threw, as an error of ours; an abort of the caller's stays what it is. */
export const connectionError = (error: unknown, signal?: AbortSignal): unknown => {
  if (error instanceof CatchDataError || signal?.aborted) return error;
  const reason = error instanceof Error ? causeOf(error) : String(error);
  return new CatchDataError({
    code: 'sdk.connection',
    detail: `The service could not be reached, or the connection broke: ${reason}.`,
    retryable: true,
    cause: error,
  });
};

/** Node says “fetch failed”, and what failed in the cause. */
const causeOf = ({ message, cause }: Error): string => (cause instanceof Error && cause.message) || message;
