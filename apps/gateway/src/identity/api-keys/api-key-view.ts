import { SCOPES } from '@cds/contracts';
import { entityTagOf } from '@cds/service-kit';
import { z } from 'zod';
import type { RateLimit } from '../principals/principal.js';
import { RATE_LIMIT_DEFAULT } from './rate-limit.js';

const instant = z.iso.datetime({ precision: 3 });

/** A key as the API answers it; the key itself is no part of it. */
export const apiKeySchema = z
  .strictObject({
    id: z.string(),
    account_id: z.string(),
    name: z.string(),
    prefix: z.string().meta({ description: 'The key’s beginning, to recognise it by.' }),
    scopes: z.array(z.enum(SCOPES)),
    allowed_cidrs: z.array(z.string()).meta({ description: 'Where it may be used from; empty: everywhere.' }),
    rate_limit: z
      .strictObject({ limit: z.int(), window_seconds: z.int() })
      .meta({ description: 'Requests in each window.' }),
    created_at: instant,
    updated_at: instant,
    expires_at: instant.nullable(),
    last_used_at: instant.nullable().meta({ description: 'To the minute.' }),
    revoked_at: instant.nullable(),
    replaced_by: z.string().nullable().meta({ description: 'The key that it was rolled into.' }),
  })
  .meta({ id: 'ApiKey' });
export type ApiKeyView = z.infer<typeof apiKeySchema>;

export const API_KEY_COLUMNS =
  'id, account_id, name, prefix, scopes, allowed_cidrs, rate_limit, rate_window_seconds, ' +
  'created_at, updated_at, expires_at, last_used_at, revoked_at, replaced_by';

/** A row of `api_keys` by these columns. */
export interface ApiKeyRow {
  readonly id: string;
  readonly account_id: string;
  readonly name: string;
  readonly prefix: string;
  readonly scopes: ApiKeyView['scopes'];
  readonly allowed_cidrs: string[];
  readonly rate_limit: number | null;
  readonly rate_window_seconds: number | null;
  readonly created_at: Date;
  readonly updated_at: Date;
  readonly expires_at: Date | null;
  readonly last_used_at: Date | null;
  readonly revoked_at: Date | null;
  readonly replaced_by: string | null;
}

/** The rate of its own that a key has; null: the default one. */
export const rateLimitOf = ({
  rate_limit: limit,
  rate_window_seconds: windowSeconds,
}: Pick<ApiKeyRow, 'rate_limit' | 'rate_window_seconds'>): RateLimit | null =>
  limit === null || windowSeconds === null ? null : { limit, windowSeconds };

export const apiKeyView = (row: ApiKeyRow): ApiKeyView => {
  const { limit, windowSeconds } = rateLimitOf(row) ?? RATE_LIMIT_DEFAULT;
  const { id, account_id, name, prefix, scopes, allowed_cidrs, replaced_by } = row;
  return {
    id,
    account_id,
    name,
    prefix,
    scopes,
    allowed_cidrs,
    rate_limit: { limit, window_seconds: windowSeconds },
    created_at: row.created_at.toISOString(),
    updated_at: row.updated_at.toISOString(),
    expires_at: timeOf(row.expires_at),
    last_used_at: timeOf(row.last_used_at),
    revoked_at: timeOf(row.revoked_at),
    replaced_by,
  };
};

const timeOf = (at: Date | null): string | null => at && at.toISOString();

/** What `If-Match` is compared with: the use of a key does not change it. */
export const apiKeyStateTag = (view: ApiKeyView): string => entityTagOf({ ...view, last_used_at: null });

/** The tag of an answer: that of the state, and after a `.` when the key was last used. */
export const apiKeyTag = (view: ApiKeyView): string =>
  `${apiKeyStateTag(view).slice(0, -1)}.${Date.parse(view.last_used_at ?? '') || 0}"`;
