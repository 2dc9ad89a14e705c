import { createHmac, timingSafeEqual } from 'node:crypto';

/** Proves that a form was shown to this person for this interaction. */
export const csrfToken = (key: string, interactionId: string, personId: string): string =>
  createHmac('sha256', key).update(`consent\0${interactionId}\0${personId}`).digest('base64url');

export const isCsrfToken = (given: string, keys: readonly string[], interactionId: string, personId: string): boolean =>
  keys.some((key) => {
    const [expected, actual] = [Buffer.from(csrfToken(key, interactionId, personId)), Buffer.from(given)];
    return expected.length === actual.length && timingSafeEqual(expected, actual);
  });
