import type { ProblemCode } from '@cds/contracts';
import type { AppError, ErrorKind } from './app-error.js';

const isAppError = (error: unknown): error is AppError =>
  typeof error === 'object' && error !== null && 'isAppError' in error && error.isAppError === true;

/** The first `AppError` among an error and its causes; undefined for a bug. */
export const findAppError = (error: unknown): AppError | undefined => {
  const seen = new Set<unknown>();
  for (let at = error; at !== undefined && at !== null && !seen.has(at); at = (at as { cause?: unknown }).cause) {
    if (isAppError(at)) return at;
    seen.add(at);
  }
  return undefined;
};

/** Whether the error, or one that caused it, is an expected failure of this kind. */
export const isKind = (error: unknown, kind: ErrorKind): boolean => findAppError(error)?.kind === kind;

/** Whether the error, or one that caused it, is an expected failure with this code. */
export const hasCode = (error: unknown, code: ProblemCode): boolean => findAppError(error)?.code === code;
