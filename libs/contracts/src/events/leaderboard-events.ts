import { z } from 'zod';
import { verificationTierSchema } from '../verification-tier.js';
import { anglerRefSchema, instantSchema, versionSchema } from './shared.js';

export const boardRuleSchema = z
  .object({
    metric: z.enum(['heaviest', 'deepest', 'longest', 'total_weight', 'catch_count', 'species_count']),
    species_id: z.string().nullable().meta({ description: 'The species that counts. Null means all species.' }),
    region: z.string().nullable().meta({ description: 'An ISO 3166-2 code. Null means everywhere.' }),
    min_verification_tier: verificationTierSchema,
    period: z.enum(['all_time', 'year', 'month', 'week']).meta({ description: 'The period, in UTC.' }),
  })
  .meta({ description: 'The rule by which a board ranks anglers.' });
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
const periodSchema = z.string().meta({ description: 'The period, such as `2026-W47`, `2026-11`, `2026` or `all`.' });
const rank = z.int().min(1).nullable();

const UNIT =
  'Pounds for `heaviest` and `total_weight`, feet for `deepest`, inches for `longest`, and a count otherwise.';

export const leaderboardEntryChangedV1 = z
  .object({
    board: boardSchema,
    period: periodSchema,
    angler: anglerRefSchema,
    rank: rank.meta({ description: 'The rank, starting at 1. Null if the angler left the board.' }),
    previous_rank: rank.meta({ description: 'The rank before this move. Null for a new entry.' }),
    score: z
      .number()
      .nullable()
      .meta({
        description: `${UNIT} Null if the angler left the board.`,
      }),
    catch_id: z
      .string()
      .nullable()
      .meta({ description: 'The catch that achieved the score. Null if no single catch did.' }),
    achieved_at: instantSchema.nullable().meta({
      description:
        'When that fish was caught. Among equal scores the earlier one ranks first, and then the smaller angler ' +
        'id.',
    }),
    displaced: z
      .array(z.object({ angler: anglerRefSchema, rank: z.int().min(1), previous_rank: z.int().min(1) }))
      .max(10)
      .meta({ description: 'Up to 10 anglers whom this move pushed down.' }),
    version: versionSchema,
    previous: z
      .object({
        rank: rank.optional(),
        score: z.number().nullable().optional(),
        catch_id: z.string().nullable().optional(),
        achieved_at: instantSchema.nullable().optional(),
      })
      .meta({ description: 'The previous values of the fields of the entry that changed.' }),
  })
  .meta({
    description:
      'An angler’s rank or score on a board changed. The event is about that angler alone; up to 10 anglers ' +
      'who were passed are listed in `displaced`. The subject is the board and its period, `<board ' +
      'id>/<period>`.',
  });
export type LeaderboardEntryChangedV1 = z.infer<typeof leaderboardEntryChangedV1>;

const placeSchema = z
  .object({
    angler: anglerRefSchema,
    score: z.number().meta({ description: UNIT }),
    catch_id: z
      .string()
      .nullable()
      .meta({ description: 'The catch that achieved the score. Null if no single catch did.' }),
    achieved_at: instantSchema,
  })
  .meta({ description: 'An angler’s rank on one board.' });

export const leaderboardLeaderChangedV1 = z
  .object({
    board: boardSchema,
    period: periodSchema,
    angler: anglerRefSchema.nullable().meta({ description: 'The new leader. Null if the board lost its last entry.' }),
    score: z.number().nullable().meta({ description: UNIT }),
    catch_id: z.string().nullable(),
    achieved_at: instantSchema.nullable(),
    previous: placeSchema.nullable().meta({ description: 'The previous leader. Null if there was none.' }),
    version: versionSchema,
  })
  .meta({
    description:
      'A board and period has a new leader. The event follows the `leaderboard.entry_changed` of the move that ' +
      'caused it. The subject is the board and its period, `<board id>/<period>`.',
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
      .meta({ description: 'The first hundred entries, best first.' }),
    version: versionSchema,
  })
  .meta({
    description:
      'A period of a board has ended. The event is sent one hour after the end, once for each period that has ' +
      'entries, and contains the first hundred of them. Catches that are logged or changed later still change ' +
      'the entries of that period. The subject is the board and its period, `<board id>/<period>`.',
  });
export type LeaderboardPeriodClosedV1 = z.infer<typeof leaderboardPeriodClosedV1>;
