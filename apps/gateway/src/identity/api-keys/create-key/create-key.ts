import { acceptBody, parseBody, throwIfAny } from '@cds/validation';
import { createKeyBody, type CreateKey } from '../api-key-schemas.js';
import { expiryViolations } from '../expiry.js';

/** Reads a key's settings from the body of a request; fails with everything that is wrong with it. */
export const createKeyOf = (body: unknown, now: Date): CreateKey => {
  const parsed = parseBody(createKeyBody, body);
  throwIfAny({ invalid: [...(parsed.violations ?? []), ...expiryViolations(parsed.partial.expires_at, now)] });
  return acceptBody(parsed);
};
