import type { ErrorKind } from './app-error.js';

/** The HTTP status of each kind (RFC 9110). */
export const HTTP_STATUS: Readonly<Record<ErrorKind, number>> = {
  invalid: 400,
  unauthenticated: 401,
  forbidden: 403,
  'not-found': 404,
  gone: 410,
  conflict: 409,
  rejected: 422,
  'too-many': 429,
  unavailable: 503,
};

/** What becomes of a message whose handling failed: tried again until it heals, or set aside at once. */
export const MESSAGE_DISPOSITION: Readonly<Record<ErrorKind, 'retry' | 'dead-letter'>> = {
  invalid: 'dead-letter',
  unauthenticated: 'dead-letter',
  forbidden: 'dead-letter',
  'not-found': 'dead-letter',
  gone: 'dead-letter',
  conflict: 'retry',
  rejected: 'dead-letter',
  'too-many': 'retry',
  unavailable: 'retry',
};
