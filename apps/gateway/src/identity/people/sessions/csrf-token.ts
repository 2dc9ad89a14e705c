import { createHmac, timingSafeEqual } from 'node:crypto';

/**
 * The token that goes with every call of a session: made of the secret in its cookie, so that it belongs to this
 * session alone and ends with it, and tells nothing about the secret.
 */
export const csrfTokenOf = (sessionId: string): string =>
  createHmac('sha256', sessionId).update('csrf token of the API').digest('base64url');

/** Compares in constant time. */
export const isCsrfTokenOf = (sessionId: string, token: string): boolean => {
  const [given, expected] = [Buffer.from(token), Buffer.from(csrfTokenOf(sessionId))];
  return given.length === expected.length && timingSafeEqual(given, expected);
};
