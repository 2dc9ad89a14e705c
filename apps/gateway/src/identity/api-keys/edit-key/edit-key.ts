import { acceptBody, parseBody, throwIfAny } from '@cds/validation';
import { type EditKey, editKeyBody } from '../api-key-schemas.js';
import { type ApiKeyRow, rateLimitOf } from '../api-key-view.js';
import { expiryViolations } from '../expiry.js';
import { RATE_LIMIT_DEFAULT } from '../rate-limit.js';

/** Reads a patch from the body of a request; fails with everything that is wrong with it. */
export const editKeyOf = (body: unknown, now: Date): EditKey => {
  const parsed = parseBody(editKeyBody, body);
  throwIfAny({ invalid: [...(parsed.violations ?? []), ...expiryViolations(parsed.partial.expires_at, now)] });
  return acceptBody(parsed);
};

/** What the owner of a key can edit. */
export type KeySettings = Pick<
  ApiKeyRow,
  'name' | 'scopes' | 'expiresAt' | 'allowedCidrs' | 'rateLimit' | 'rateWindowSeconds'
>;

/** The settings of a key once a patch is merged into them. */
export const editedKey = (
  now: ApiKeyRow,
  {
    name = now.name,
    scopes,
    expires_at: expiresAt = now.expiresAt,
    allowed_cidrs: allowedCidrs = now.allowedCidrs,
    rate_limit: rate,
  }: EditKey,
): KeySettings => ({
  name,
  scopes: scopes ?? now.scopes,
  expiresAt,
  allowedCidrs: allowedCidrs ?? [],
  ...editedRate(now, rate),
});

const editedRate = (
  now: ApiKeyRow,
  rate: EditKey['rate_limit'],
): Pick<KeySettings, 'rateLimit' | 'rateWindowSeconds'> => {
  if (rate === undefined) return { rateLimit: now.rateLimit, rateWindowSeconds: now.rateWindowSeconds };
  if (rate === null) return { rateLimit: null, rateWindowSeconds: null };
  const { limit, windowSeconds } = rateLimitOf(now) ?? RATE_LIMIT_DEFAULT;
  return { rateLimit: rate.limit ?? limit, rateWindowSeconds: rate.window_seconds ?? windowSeconds };
};
