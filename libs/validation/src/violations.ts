import { type ProblemCode, PROBLEMS } from '@cds/contracts';
import { AppError, sentenceOf, type Violation } from '@cds/errors';

/** What is wrong with a request: with its form (`invalid`), and with what it asks for (`rejected`). */
export interface FoundViolations {
  readonly invalid?: readonly Violation[] | undefined;
  readonly rejected?: readonly Violation[] | undefined;
}

/**
 * The one error for all violations, or undefined for none. Any `invalid` one makes it a 400 `request.invalid`;
 * otherwise it is a 422 `request.rejected`, or the problem that a lone rejected violation names as its code.
 */
export const violationsError = ({ invalid = [], rejected = [] }: FoundViolations): AppError | undefined => {
  const violations = [...invalid, ...rejected];
  const [first, second] = violations;
  if (!first) return undefined;
  if (invalid.length > 0)
    return new AppError({ code: 'request.invalid', kind: 'invalid', message: summary(violations), violations });
  const code = second === undefined && isProblemCode(first.code) ? first.code : 'request.rejected';
  return new AppError({ code, kind: 'rejected', message: summary(violations), violations });
};

/** Throws the one error for all violations; does nothing when there is none. */
export const throwIfAny = (found: FoundViolations): void => {
  const error = violationsError(found);
  if (error) throw error;
};

const isProblemCode = (code: string): code is ProblemCode => Object.hasOwn(PROBLEMS, code);

/** The first reason, and how many more there are. */
const summary = (violations: readonly Violation[]): string => {
  const [first, ...others] = violations;
  if (!first) return '';
  if (others.length === 0) return sentenceOf(first);
  return `${sentenceOf(first)} ${others.length} more ${others.length === 1 ? 'error is' : 'errors are'} in \`errors\`.`;
};
