import { idSchema, VERIFICATION_TIERS } from '@cds/contracts';
import { nonBlankText, withReadOnly } from '@cds/validation';
import { iso31662 } from 'iso-3166';
import { z } from 'zod';
import { METRICS, PERIOD_KINDS } from './board.js';

const MAX_NAME = 200;

const REGIONS: ReadonlySet<string> = new Set(iso31662.map(({ code }) => code));

export const metricSchema = z.enum(METRICS);
export const periodKindSchema = z.enum(PERIOD_KINDS);

export const regionSchema = z
  .string()
  .refine((code) => REGIONS.has(code), {
    message: 'must be an ISO 3166-2 code, such as US-TX',
    params: { code: 'format' },
  })
  .meta({ pattern: '^[A-Z]{2}-[A-Z0-9]{1,3}$', description: 'An ISO 3166-2 code, such as `US-TX`.' });

const name = nonBlankText(MAX_NAME)
  .nullable()
  .optional()
  .meta({ description: 'The name. By default it is derived from the rule.' });

const RULE = {
  metric: metricSchema,
  species_id: idSchema('species')
    .nullable()
    .optional()
    .meta({ description: 'The species that counts. Null means all species.' }),
  region: regionSchema
    .nullable()
    .optional()
    .meta({ description: 'An ISO 3166-2 code, compared exactly. Null means everywhere.' }),
  min_verification_tier: z.enum(VERIFICATION_TIERS),
  period: periodKindSchema.meta({
    description: 'The period, in UTC. Weeks are those of ISO 8601 and begin on Monday.',
  }),
};

const NEW_RULE = {
  ...RULE,
  min_verification_tier: RULE.min_verification_tier.default('photo'),
  period: RULE.period.default('all_time'),
};

const RULE_PATCH = {
  ...RULE,
  metric: RULE.metric.optional(),
  min_verification_tier: RULE.min_verification_tier.optional(),
  period: RULE.period.optional(),
};

/** What answers have and bodies may not. */
const READ_ONLY = [
  'id',
  'built_in',
  'state',
  'current_period',
  'next_reset_at',
  'entry_count',
  'created_at',
  'updated_at',
];

/** A body in its two forms: with the fields of the rule beside the name, or under `rule`, as a board is read. */
export interface BoardBodies<F extends z.ZodType> {
  readonly fields: F;
  readonly nested: z.ZodType;
  readonly either: z.ZodType;
}

const bodiesOf = <R extends z.ZodRawShape>(rule: R, id: string) => {
  const fields = withReadOnly(z.strictObject({ name, ...rule }).meta({ id }), READ_ONLY);
  const nested = withReadOnly(
    z.strictObject({ name, rule: z.strictObject(rule) }).meta({ id: `${id}WithRule` }),
    READ_ONLY,
  );
  return { fields, nested, either: z.union([fields, nested]) };
};

/** The body of `POST /v1/leaderboards`. */
export const createBoardBody = bodiesOf(NEW_RULE, 'NewLeaderboard');
export type CreateBoardBody = z.infer<typeof createBoardBody.fields>;

/** The body of `PATCH /v1/leaderboards/{id}`: a merge patch. */
export const editBoardBody = bodiesOf(RULE_PATCH, 'LeaderboardPatch');
export type EditBoardBody = z.infer<typeof editBoardBody.fields>;
