import type { Violation } from '@cds/errors';
import { throwIfAny } from '@cds/validation';
import type { ParsedBody } from '@cds/validation';

/** The value of a body; throws the one error for all that its schema and `rejected` say against it. */
export const accepted = <T>({ value, violations }: ParsedBody<T>, rejected: readonly Violation[] = []): T => {
  throwIfAny({ invalid: violations, rejected });
  if (value === undefined) throw new Error('a body that does not fit its schema has violations');
  return value;
};
