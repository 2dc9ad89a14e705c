import type { ProblemCode } from '../openapi/generated/operations.gen.js';

/** What the SDK itself reports, beside the codes of problems that the service answers. */
export type SdkErrorCode =
  /** No answer: the connection failed, or broke while the answer was read. */
  | 'sdk.connection'
  /** No whole answer in time: see `timeoutMs` and `deadlineMs`. */
  | 'sdk.timeout'
  /** The answer is not one of the service: a page of a proxy, for example. */
  | 'sdk.unexpected_answer'
  /** The access token is over, and nothing is there to renew it with. */
  | 'sdk.tokens_expired'
  /** A secret was made, but the answer that showed it was lost. */
  | 'sdk.secret_lost'
  /** An import, an export, a recovery or a replay ended without success. */
  | 'sdk.job_failed'
  /** A request is no webhook, was sent too long ago, or is not signed with one of the keys. */
  | 'sdk.webhook_headers'
  | 'sdk.webhook_timestamp'
  | 'sdk.webhook_signature';

/** One of the things that are wrong with a request. */
export interface ErrorItem {
  /** The place in the body, as a JSON pointer. */
  readonly pointer?: string;
  /** The name of the query parameter, path parameter or header. */
  readonly parameter?: string;
  readonly code: string;
  readonly detail: string;
}

export interface ErrorDetails {
  readonly code: string;
  readonly detail: string;
  readonly title?: string | undefined;
  readonly status?: number | undefined;
  readonly requestId?: string | undefined;
  readonly docUrl?: string | undefined;
  readonly errors?: readonly ErrorItem[] | undefined;
  readonly moreErrors?: number | undefined;
  readonly retryAfterMs?: number | undefined;
  readonly retryable?: boolean;
  readonly resource?: unknown;
  readonly cause?: unknown;
}

const BRAND = Symbol.for('@catch-data/sdk/error');

/**
 * Every failure of a call. Decide by `code`; `message` is for people. `instanceof` and `isCatchDataError` recognise
 * errors of other copies of the package too: an application may load it as an ES module and as CommonJS.
 */
export class CatchDataError extends Error {
  override readonly name = 'CatchDataError';
  /** Stable: a code of the service, such as `catch.not_found`, or one of the SDK, such as `sdk.timeout`. */
  readonly code: ProblemCode | SdkErrorCode | (string & {});
  /** The HTTP status; undefined when there was no answer. */
  readonly status: number | undefined;
  readonly title: string | undefined;
  readonly detail: string;
  /** All that is wrong with a request that was refused with 400 or 422. */
  readonly errors: readonly ErrorItem[];
  /** The number of errors beyond those listed. */
  readonly moreErrors: number;
  readonly requestId: string | undefined;
  /** The URL of a page about this kind of error. */
  readonly docUrl: string | undefined;
  /** How long the service asks to wait. */
  readonly retryAfterMs: number | undefined;
  /** Whether the same call may succeed later. */
  readonly retryable: boolean;
  /**
   * Of a 412 after a lost answer: the change may have been made by an earlier try of the same call. Read again to see.
   */
  readonly mayHaveSucceeded: boolean = false;
  /** With `sdk.secret_lost` and `sdk.job_failed`: what the service answered. */
  readonly resource: unknown;

  constructor(details: ErrorDetails) {
    super(messageOf(details), details.cause === undefined ? undefined : { cause: details.cause });
    this.code = details.code;
    this.status = details.status;
    this.title = details.title;
    this.detail = details.detail;
    this.errors = details.errors ?? [];
    this.moreErrors = details.moreErrors ?? 0;
    this.requestId = details.requestId;
    this.docUrl = details.docUrl;
    this.retryAfterMs = details.retryAfterMs;
    this.retryable = details.retryable ?? false;
    this.resource = details.resource;
    Object.defineProperty(this, BRAND, { value: true });
  }

  static override [Symbol.hasInstance](value: unknown): boolean {
    return typeof value === 'object' && value !== null && BRAND in value;
  }
}

/** Whether a failure comes from this SDK, and with one of these codes where some are given. */
export const isCatchDataError = (
  error: unknown,
  ...codes: readonly (ProblemCode | SdkErrorCode)[]
): error is CatchDataError =>
  error instanceof CatchDataError && (codes.length === 0 || (codes as readonly string[]).includes(error.code));

const SHOWN = 5;

const messageOf = ({ code, detail, errors = [], moreErrors = 0, requestId }: ErrorDetails): string => {
  const shown = errors.slice(0, SHOWN).map((one) => `${one.pointer ?? one.parameter ?? one.code}: ${one.detail}`);
  const left = errors.length - shown.length + moreErrors;
  const list = shown.length > 0 ? ` ${shown.join('; ')}${left > 0 ? `; and ${left} more` : ''}` : '';
  return `${detail}${list} (${code}${requestId ? `, request ${requestId}` : ''})`;
};
