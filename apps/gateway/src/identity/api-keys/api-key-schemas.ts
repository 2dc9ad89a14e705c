import { scopeSchema } from '@cds/contracts';
import { instantText, shownName, text, withReadOnly } from '@cds/validation';
import { z } from 'zod';
import { cidrSchema } from '../principals/allowed-network.js';

const MAX_ID = 200;
const MAX_NAME = 200;
const MAX_SCOPES = 50;
const MAX_CIDRS = 50;
const MAX_LIMIT = 100_000_000;
const DAY_S = 86_400;
const MAX_GRACE_S = 604_800;
const DEFAULT_GRACE_S = DAY_S;

const name = shownName(MAX_NAME);
const once = <T>(values: readonly T[]): T[] => [...new Set(values)];
const scopes = z.array(scopeSchema).min(1).max(MAX_SCOPES).transform(once);
const cidrs = z.array(cidrSchema).max(MAX_CIDRS).transform(once);
const expiresAt = instantText().transform((instant) => new Date(instant));
const limit = z.int().min(1).max(MAX_LIMIT);
const windowSeconds = z.int().min(1).max(DAY_S);

export const newRateLimit = z.strictObject({ limit, window_seconds: windowSeconds });
export const rateLimitPatch = newRateLimit.partial();

/** What answers have and bodies may not. */
const READ_ONLY = [
  'id',
  'key',
  'prefix',
  'created_at',
  'updated_at',
  'last_used_at',
  'revoked_at',
  'replaced_by',
  'created_by',
];

export const createKeyBody = withReadOnly(
  z
    .strictObject({
      name,
      scopes: scopes.meta({ description: 'The scopes of the key. Your own credential must have all of them.' }),
      expires_at: expiresAt
        .nullable()
        .default(null)
        .meta({ description: 'A time in the future. Null means that it never expires.' }),
      allowed_cidrs: cidrs
        .nullable()
        .transform((given) => given ?? [])
        .default([])
        .meta({
          description: 'The IP addresses and CIDR ranges from which the key may be used. An empty list allows all.',
        }),
      rate_limit: newRateLimit
        .nullable()
        .default(null)
        .meta({ description: 'The rate limit. A rate above the default requires the scope `admin`.' }),
      account_id: text(MAX_ID).optional().meta({
        description:
          'The account that the key acts for. Defaults to your own; other accounts require the scope `admin`.',
      }),
    })
    .meta({ id: 'NewApiKey' }),
  READ_ONLY,
);
export type CreateKey = z.infer<typeof createKeyBody>;

/** A JSON merge patch (RFC 7396): null empties, or goes back to the default rate. */
export const editKeyBody = withReadOnly(
  z
    .strictObject({
      name: name.optional(),
      scopes: scopes.optional(),
      expires_at: expiresAt.nullable().optional(),
      allowed_cidrs: cidrs.nullable().optional(),
      rate_limit: rateLimitPatch.nullable().optional(),
    })
    .meta({ id: 'ApiKeyPatch' }),
  READ_ONLY,
);
export type EditKey = z.infer<typeof editKeyBody>;

/** The whole body may be missing. */
export const rollKeyBody = z
  .strictObject({
    grace_seconds: z.int().min(0).max(MAX_GRACE_S).default(DEFAULT_GRACE_S).meta({
      description: 'How long the old key keeps working: one day by default, one week at most. With 0 it stops at once.',
    }),
  })
  .meta({ id: 'ApiKeyRoll' });
export type RollKey = z.infer<typeof rollKeyBody>;
