import { idSchema, verificationTierSchema } from '@cds/contracts';
import { decimals } from '@cds/validation';
import { iso31662 } from 'iso-3166';
import { z } from 'zod';

const MAX_WEIGHT_LBS = 5_000;
const MAX_RANK = 1_000_000;

const REGIONS: ReadonlySet<string> = new Set(iso31662.map(({ code }) => code));
const region = z
  .string()
  .refine((code) => REGIONS.has(code), {
    message: 'must be an ISO 3166-2 code, such as US-TX',
    params: { code: 'format' },
  })
  .meta({ pattern: '^[A-Z]{2}-[A-Z0-9]{1,3}$', description: 'An ISO 3166-2 code, such as `US-TX`.' });

const KEYS = {
  species_id: idSchema('species'),
  min_weight_lbs: decimals(3).gte(0).lte(MAX_WEIGHT_LBS),
  min_verification_tier: verificationTierSchema,
  angler_id: idSchema('angler'),
  region,
  leaderboard_id: idSchema('leaderboard'),
  max_rank: z.int().min(1).max(MAX_RANK),
};

/** Which events of its types an endpoint gets. Every key must hold; one that a type does not have is ignored for it. */
export const endpointFilterSchema = z.strictObject(KEYS).partial();
export type EndpointFilter = z.infer<typeof endpointFilterSchema>;

/** A merge patch of a filter: null removes a key. */
export const endpointFilterPatch = z.strictObject({
  species_id: KEYS.species_id.nullable().optional(),
  min_weight_lbs: KEYS.min_weight_lbs.nullable().optional(),
  min_verification_tier: KEYS.min_verification_tier.nullable().optional(),
  angler_id: KEYS.angler_id.nullable().optional(),
  region: KEYS.region.nullable().optional(),
  leaderboard_id: KEYS.leaderboard_id.nullable().optional(),
  max_rank: KEYS.max_rank.nullable().optional(),
});

/** The keys that are set; null when none is. */
export const filterOrNull = (filter: z.infer<typeof endpointFilterPatch> | null): EndpointFilter | null => {
  const set = Object.entries(filter ?? {}).filter(([, value]) => value !== null && value !== undefined);
  return set.length === 0 ? null : (Object.fromEntries(set) as EndpointFilter);
};
