import { z } from 'zod';
import { verificationTierSchema } from '../verification-tier.js';
import { anglerRefSchema, instantSchema, versionSchema } from './shared.js';

export const boardRuleSchema = z
  .object({
    metric: z.enum(['heaviest', 'deepest', 'longest', 'total_weight', 'catch_count', 'species_count']),
    species_id: z.string().nullable().meta({ description: 'Null: all species.' }),
    region: z.string().nullable().meta({ description: 'ISO 3166-2; null: everywhere.' }),
    min_verification_tier: verificationTierSchema,
    period: z.enum(['all_time', 'year', 'month', 'week']).meta({ description: 'In UTC.' }),
  })
  .meta({ description: 'What a board ranks.' });
export type BoardRule = z.infer<typeof boardRuleSchema>;

const boardSchema = z.object({ id: z.string(), name: z.string(), rule: boardRuleSchema });

export const leaderboardChangedV1 = boardSchema
  .extend({
    account_id: z.string().nullable().meta({ description: 'Whose board it is; null on a standard board.' }),
    created_at: instantSchema,
    updated_at: instantSchema,
    version: z.int().min(1).meta({
      description: 'Of two states of a board the one with the higher version counts. Versions may be left out.',
    }),
  })
  .meta({
    description:
      'A leaderboard is new, or has another name or rule. It is the whole board without its entries, and replaces ' +
      'what is kept under its id. The subject is the board; a null value under the same key says that it is gone.',
  });
export type LeaderboardChangedV1 = z.infer<typeof leaderboardChangedV1>;
const periodSchema = z.string().meta({ description: 'Such as `2026-W47`, `2026-11`, `2026` or `all`.' });
const rank = z.int().min(1).nullable();

const UNIT =
  'In the unit of the board’s metric: pounds for `heaviest` and `total_weight`, feet for `deepest`, ' +
  'inches for `longest`, else a count.';

export const leaderboardEntryChangedV1 = z
  .object({
    board: boardSchema,
    period: periodSchema,
    angler: anglerRefSchema,
    rank: rank.meta({ description: '1 is the first; null: the angler left the board.' }),
    previous_rank: rank.meta({ description: 'Before this move; null for a newcomer.' }),
    score: z
      .number()
      .nullable()
      .meta({
        description: `${UNIT} Null: the angler left the board.`,
      }),
    catch_id: z.string().nullable().meta({ description: 'The catch that gave the score; null where none alone did.' }),
    achieved_at: instantSchema.nullable().meta({
      description: 'When it was caught: among equal scores the earlier goes first, then the smaller angler id.',
    }),
    displaced: z
      .array(z.object({ angler: anglerRefSchema, rank: z.int().min(1), previous_rank: z.int().min(1) }))
      .max(10)
      .meta({ description: 'Whom the move pushed down, up to 10 of them.' }),
    version: versionSchema,
    previous: z
      .object({
        rank: rank.optional(),
        score: z.number().nullable().optional(),
        catch_id: z.string().nullable().optional(),
        achieved_at: instantSchema.nullable().optional(),
      })
      .meta({ description: 'The old values of what changed of the entry.' }),
  })
  .meta({
    description:
      'One angler’s place on a board and period changed. It tells of the mover alone: who was only ' +
      'shifted is in `displaced`, as ' +
      'far as it reaches. The subject is the board and its period, `<board id>/<period>`.',
  });
export type LeaderboardEntryChangedV1 = z.infer<typeof leaderboardEntryChangedV1>;

const placeSchema = z
  .object({
    angler: anglerRefSchema,
    score: z.number().meta({ description: UNIT }),
    catch_id: z.string().nullable().meta({ description: 'The catch that gave the score; null where none alone did.' }),
    achieved_at: instantSchema,
  })
  .meta({ description: 'An angler’s place on a board.' });

export const leaderboardLeaderChangedV1 = z
  .object({
    board: boardSchema,
    period: periodSchema,
    angler: anglerRefSchema.nullable().meta({ description: 'Who leads now; null: the board lost its last entry.' }),
    score: z.number().nullable().meta({ description: UNIT }),
    catch_id: z.string().nullable(),
    achieved_at: instantSchema.nullable(),
    previous: placeSchema.nullable().meta({ description: 'Who led before; null: nobody did.' }),
    version: versionSchema,
  })
  .meta({
    description:
      'Another angler leads a board and period than before. It follows the `leaderboard.entry_changed` of the move ' +
      'that caused it. The subject is the board and its period, `<board id>/<period>`.',
  });
export type LeaderboardLeaderChangedV1 = z.infer<typeof leaderboardLeaderChangedV1>;

export const leaderboardPeriodClosedV1 = z
  .object({
    board: boardSchema,
    period: periodSchema,
    starts_at: instantSchema.nullable(),
    ends_at: instantSchema.nullable().meta({ description: 'The first instant after the period.' }),
    entry_count: z.int().min(1),
    entries: z
      .array(placeSchema.extend({ rank: z.int().min(1) }))
      .min(1)
      .max(100)
      .meta({ description: 'The first hundred, best first.' }),
    version: versionSchema,
  })
  .meta({
    description:
      'A period of a board is over: its first hundred, an hour after its end. It is sent once for each period with ' +
      'entries. A catch that is logged or changed later still moves entries of the period. The subject is the board ' +
      'and its period, `<board id>/<period>`.',
  });
export type LeaderboardPeriodClosedV1 = z.infer<typeof leaderboardPeriodClosedV1>;
