import { parseBody, text, throwIfAny } from '@cds/validation';
import { z } from 'zod';
import type { AddressPolicy } from '../addresses.js';
import { urlViolations, type UrlViolations } from '../url-violations.js';
import { EVENT_TYPE_PATTERNS } from '../event-types.js';

const MAX_STEPS = 20;
const MAX_STEP_SECONDS = 7 * 24 * 3_600;

export const createEndpointBody = z.strictObject({
  url: text(2_048),
  event_types: z
    .array(z.enum(EVENT_TYPE_PATTERNS))
    .min(1)
    .max(100)
    .transform((types) => [...new Set(types)]),
  description: text(200).nullable().default(null),
  retry_schedule: z.array(z.int().min(1).max(MAX_STEP_SECONDS)).max(MAX_STEPS).nullable().default(null),
});

/** The order to send an account's events to a URL. */
export type CreateEndpoint = z.infer<typeof createEndpointBody>;

/** Reads the order from a request's body; fails with all that is wrong with it, the URL's address included. */
export const createEndpointOf = (body: unknown, policy: AddressPolicy): CreateEndpoint => {
  const parsed = parseBody(createEndpointBody, body);
  const { url } = parsed.value ?? parsed.partial;
  const { invalid, rejected } = url === undefined ? NONE : urlViolations(url, policy);
  throwIfAny({ invalid: [...(parsed.violations ?? []), ...invalid], rejected });
  if (!parsed.value) throw new Error('a body that does not fit its schema has violations');
  return parsed.value;
};

const NONE: UrlViolations = { invalid: [], rejected: [] };
