import { z } from 'zod';
import { verificationTierSchema } from '../verification-tier.js';
import { anglerRefSchema, instantSchema, versionSchema } from './shared.js';

export const boardRuleSchema = z.object({
  metric: z.enum(['heaviest', 'deepest', 'longest', 'total_weight', 'catch_count', 'species_count']),
  species_id: z.string().nullable(),
  region: z.string().nullable(),
  min_verification_tier: verificationTierSchema,
  period: z.enum(['all_time', 'year', 'month', 'week']),
});
export type BoardRule = z.infer<typeof boardRuleSchema>;

const rank = z.int().min(1).nullable();

/**
 * One angler's place on a board and period changed; `rank` is null when they left it.
 * `previous_rank` is null for a newcomer. `displaced` names up to 10 whom the move pushed down.
 * `score` is in the metric's unit (pounds for `heaviest`). The subject is the board and its period.
 */
export const leaderboardEntryChangedV1 = z.object({
  board: z.object({ id: z.string(), name: z.string(), rule: boardRuleSchema }),
  period: z.string(),
  angler: anglerRefSchema,
  rank,
  previous_rank: rank,
  score: z.number().nullable(),
  catch_id: z.string().nullable(),
  achieved_at: instantSchema.nullable(),
  displaced: z.array(z.object({ angler: anglerRefSchema, rank: z.int().min(1), previous_rank: z.int().min(1) })).max(10),
  version: versionSchema,
  previous: z.object({
    rank: rank.optional(),
    score: z.number().nullable().optional(),
    catch_id: z.string().nullable().optional(),
    achieved_at: instantSchema.nullable().optional(),
  }),
});
export type LeaderboardEntryChangedV1 = z.infer<typeof leaderboardEntryChangedV1>;
