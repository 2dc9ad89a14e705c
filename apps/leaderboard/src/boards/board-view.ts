import { verificationTierSchema } from '@cds/contracts';
import { entityTagOf } from '@cds/service-kit';
import { z } from 'zod';
import { METRICS, PERIOD_KINDS } from './board.js';
import type { BoardRow } from './board-row.js';
import { currentPeriod } from './period.js';

const instant = z.iso.datetime({ precision: 3 });

/** The rule of a board as the API shows it. */
export const ruleSchema = z
  .strictObject({
    metric: z.enum(METRICS),
    species_id: z.string().nullable().meta({ description: 'The species that counts. Null means all species.' }),
    region: z.string().nullable().meta({ description: 'An ISO 3166-2 code. Null means everywhere.' }),
    min_verification_tier: verificationTierSchema,
    period: z.enum(PERIOD_KINDS).meta({ description: 'The period, in UTC.' }),
  })
  .meta({ id: 'LeaderboardRule' });
export type RuleView = z.infer<typeof ruleSchema>;

export const boardStateSchema = z.enum(['filling', 'ready']);

export const periodSchema = z.strictObject({
  id: z.string(),
  starts_at: instant.nullable(),
  ends_at: instant.nullable(),
});

/** A board as the API shows it. */
export const boardSchema = z
  .strictObject({
    id: z.string(),
    name: z.string(),
    rule: ruleSchema,
    built_in: z.boolean().meta({ description: 'Whether this is one of the standard boards, which cannot be changed.' }),
    state: boardStateSchema.meta({
      description:
        '`filling` while the entries are computed from earlier catches. During that time a new board shows its ' +
        'best entries first, and a board whose rule was changed shows the entries of its previous rule.',
    }),
    current_period: periodSchema,
    next_reset_at: instant
      .nullable()
      .meta({ description: 'When the next period begins. Null for a board that never resets.' }),
    entry_count: z.int().min(0).meta({ description: 'The number of entries in the current period.' }),
    created_at: instant,
    updated_at: instant,
  })
  .meta({ id: 'Leaderboard' });
export type BoardView = z.infer<typeof boardSchema>;

export const ruleView = (rule: Omit<RuleView, never>): RuleView => ({
  metric: rule.metric,
  species_id: rule.species_id,
  region: rule.region,
  min_verification_tier: rule.min_verification_tier,
  period: rule.period,
});

/** `entryCount` is that of the period that is current at `now`. */
export const boardView = (row: BoardRow, entryCount: number, now: Date): BoardView => {
  const { id, startsAt, endsAt } = currentPeriod(row.period, now);
  return {
    id: row.id,
    name: row.name,
    rule: ruleView(row),
    built_in: row.account_id === null,
    state: row.is_filling ? 'filling' : 'ready',
    current_period: { id, starts_at: startsAt?.toISOString() ?? null, ends_at: endsAt?.toISOString() ?? null },
    next_reset_at: endsAt?.toISOString() ?? null,
    entry_count: entryCount,
    created_at: row.created_at.toISOString(),
    updated_at: row.updated_at.toISOString(),
  };
};

/** What `If-Match` compares: name and rule. Entries come and go without it. */
export const boardStateTag = ({ version }: Pick<BoardRow, 'version'>): string => `"${version}"`;

/** The entity tag of a whole board: its state, and all else that is shown. */
export const boardTag = (row: Pick<BoardRow, 'version'>, view: BoardView): string =>
  `"${row.version}.${entityTagOf(view).slice(1)}`;
