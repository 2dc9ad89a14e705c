import { IDEMPOTENT as ANY_IDEMPOTENT } from '@cds/openapi';

/**
 * What is said of every POST that can be repeated under a key, and whose answer may tell of an angler who is erased
 * meanwhile.
 */
export const IDEMPOTENT = {
  ...ANY_IDEMPOTENT,
  problems: { ...ANY_IDEMPOTENT.problems, 410: ['angler.erased'] },
} as const;

/** What is said of every write to a thing that has an `ETag`. */
export const CONDITIONAL = {
  headers: {
    'If-Match': 'An `ETag` that you received. If it is no longer current, nothing is changed and the response is 412.',
  },
  problems: { 412: ['request.precondition_failed'] },
} as const;
