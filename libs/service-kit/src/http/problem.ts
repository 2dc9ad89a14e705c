import type { ProblemCode } from '@cds/contracts';
import type { Violation } from '@cds/errors';

/** RFC 9457 problem details, as every error of this product is answered. */
export interface Problem {
  readonly type: string;
  readonly title: string;
  readonly status: number;
  readonly detail: string;
  readonly instance: string;
  readonly code: ProblemCode;
  readonly request_id: string;
  /** What is wrong with the request: the first hundred at most. */
  readonly errors?: readonly Violation[];
  /** How many more errors there are than `errors` names; absent when it names all. */
  readonly more_errors?: number;
}

export interface ProblemAnswer {
  readonly status: number;
  readonly headers: Record<string, string>;
  readonly body: Problem;
}

/** Where an error happened: the request's path and id, and the origin that problem types begin with. */
export interface ProblemPlace {
  readonly instance: string;
  readonly requestId: string;
  readonly problemBase?: string;
}

export const PROBLEM_CONTENT_TYPE = 'application/problem+json; charset=utf-8';
