import { SCOPES } from '@cds/contracts';
import { entityTagOf } from '@cds/service-kit';
import { z } from 'zod';
import type { ApiKey } from '../../generated/client.js';
import type { RateLimit } from '../principals/principal.js';
import { RATE_LIMIT_DEFAULT } from './rate-limit.js';
import { storedScopes } from './stored-scopes.js';

const instant = z.iso.datetime({ precision: 3 });

export const keyRateLimitSchema = z.strictObject({ limit: z.int(), window_seconds: z.int() });

/** A key as the API shows it, without the secret. */
export const apiKeySchema = z
  .strictObject({
    id: z.string(),
    account_id: z.string(),
    name: z.string(),
    prefix: z.string().meta({ description: 'The first characters of the key, by which you can recognise it.' }),
    scopes: z.array(z.enum(SCOPES)),
    allowed_cidrs: z
      .array(z.string())
      .meta({ description: 'The IP addresses and CIDR ranges from which it may be used. An empty list allows all.' }),
    rate_limit: keyRateLimitSchema.meta({ description: 'The number of requests allowed in each window.' }),
    created_at: instant,
    updated_at: instant,
    expires_at: instant.nullable(),
    last_used_at: instant.nullable().meta({ description: 'When it was last used, to the minute.' }),
    revoked_at: instant.nullable(),
    replaced_by: z.string().nullable().meta({ description: 'The key that replaced it when it was rolled.' }),
    created_by: z.string().nullable().meta({
      description: 'The API key, OAuth client or grant that created it. Null if not known.',
    }),
  })
  .meta({ id: 'ApiKey' });
export type ApiKeyView = z.infer<typeof apiKeySchema>;

/** A stored key without its hash, which only the lookup of a credential needs. */
export type ApiKeyRow = Omit<ApiKey, 'hash'>;

/** The rate limit that a key has of its own; null where it has the default. */
export const rateLimitOf = ({
  rateLimit: limit,
  rateWindowSeconds: windowSeconds,
}: Pick<ApiKeyRow, 'rateLimit' | 'rateWindowSeconds'>): RateLimit | null =>
  limit === null || windowSeconds === null ? null : { limit, windowSeconds };

export const apiKeyView = (row: ApiKeyRow): ApiKeyView => {
  const { limit, windowSeconds } = rateLimitOf(row) ?? RATE_LIMIT_DEFAULT;
  return {
    id: row.id,
    account_id: row.accountId,
    name: row.name,
    prefix: row.prefix,
    scopes: storedScopes(row.scopes),
    allowed_cidrs: row.allowedCidrs,
    rate_limit: { limit, window_seconds: windowSeconds },
    created_at: row.createdAt.toISOString(),
    updated_at: row.updatedAt.toISOString(),
    expires_at: timeOf(row.expiresAt),
    last_used_at: timeOf(row.lastUsedAt),
    revoked_at: timeOf(row.revokedAt),
    replaced_by: row.replacedBy,
    created_by: row.createdBy,
  };
};

const timeOf = (at: Date | null): string | null => at && at.toISOString();

/** The tag that `If-Match` is compared with. The use of a key does not change it. */
export const apiKeyStateTag = (view: ApiKeyView): string => entityTagOf({ ...view, last_used_at: null });

/** The tag of a response: the tag of the state and, after a `.`, the time of the last use. */
export const apiKeyTag = (view: ApiKeyView): string =>
  `${apiKeyStateTag(view).slice(0, -1)}.${Date.parse(view.last_used_at ?? '') || 0}"`;
