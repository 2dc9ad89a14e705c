import type { ProblemCode } from '@cds/contracts';

/** How an expected failure behaves: one table maps a kind to an HTTP status, another to retry or dead-letter. */
export type ErrorKind =
  | 'invalid'
  | 'unauthenticated'
  | 'forbidden'
  | 'not-found'
  | 'gone'
  | 'conflict'
  | 'rejected'
  | 'too-many'
  | 'unavailable';

/**
 * One thing that is wrong with a request: in its body (`pointer`, RFC 6901) or in a parameter. `code` is stable.
 * `candidates` are what a name may have meant, best first.
 */
export type Violation = { code: string; detail: string; candidates?: readonly Candidate[] } & (
  | { pointer: string }
  | { parameter: string }
);

/** A species, as the API writes it. */
export interface Candidate {
  readonly id: string;
  readonly common_name: string;
}

export interface AppErrorFields {
  /** Stable and dotted; shown to the caller. */
  code: ProblemCode;
  kind: ErrorKind;
  /** Safe to show to the caller. */
  message: string;
  /** All that is wrong with the request, for `invalid` and `rejected`. */
  violations?: readonly Violation[];
  /** For the log alone. */
  detail?: Readonly<Record<string, unknown>>;
  /** Seconds after which the same request may succeed. */
  retryAfterSeconds?: number;
  cause?: unknown;
}

/** An expected failure. Whatever else is thrown is a bug. */
export class AppError extends Error {
  readonly isAppError = true;
  readonly code: ProblemCode;
  readonly kind: ErrorKind;
  readonly violations: readonly Violation[];
  readonly detail: Readonly<Record<string, unknown>> | undefined;
  readonly retryAfterSeconds: number | undefined;

  constructor(fields: AppErrorFields) {
    super(fields.message, fields.cause === undefined ? undefined : { cause: fields.cause });
    this.name = 'AppError';
    this.code = fields.code;
    this.kind = fields.kind;
    this.violations = fields.violations ?? [];
    this.detail = fields.detail;
    this.retryAfterSeconds = fields.retryAfterSeconds;
  }
}
