import { acceptBody, parseBody, throwIfAny } from '@cds/validation';
import { type CreateClient, createClientBody, misfits } from '../client-schemas.js';

/** Reads a client's settings from the body of a request; fails with everything that is wrong with it. */
export const createClientOf = (body: unknown): CreateClient => {
  const parsed = parseBody(createClientBody, body);
  throwIfAny({ invalid: [...(parsed.violations ?? []), ...misfits(parsed.partial)] });
  return acceptBody(parsed);
};
