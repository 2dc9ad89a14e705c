import { type VerificationTier, verificationTierSchema } from '@cds/contracts';
import { z } from 'zod';
import type { Metric, PeriodKind } from './board.js';
import { METRICS, PERIOD_KINDS } from './board.js';
import { currentPeriod } from './period.js';

const instant = z.iso.datetime({ precision: 3 });

/** A board as the API shows it. */
export const boardSchema = z
  .strictObject({
    id: z.string(),
    name: z.string(),
    rule: z.strictObject({
      metric: z.enum(METRICS),
      species_id: z.string().nullable(),
      region: z.string().nullable(),
      min_verification_tier: verificationTierSchema,
      period: z.enum(PERIOD_KINDS),
    }),
    current_period: z.strictObject({ id: z.string(), starts_at: instant.nullable(), ends_at: instant.nullable() }),
    next_reset_at: instant
      .nullable()
      .meta({ description: 'When the next period begins; null on a board that never starts anew.' }),
    entry_count: z.int().min(0),
    created_at: instant,
    updated_at: instant,
  })
  .meta({ id: 'Leaderboard' });
export type BoardView = z.infer<typeof boardSchema>;

/** What `boardView` needs of `boards` and `standings`. A board for all time has one board period, its current one. */
export const BOARD_COLUMNS =
  'boards.id, name, metric, species_id, region, min_verification_tier, boards.period, created_at, ' +
  'updated_at, standings.entry_count';
export const JOIN_BOARD_PERIOD = 'JOIN standings ON standings.board_id = boards.id';

export interface BoardViewRow {
  id: string;
  name: string;
  metric: Metric;
  species_id: string | null;
  region: string | null;
  min_verification_tier: VerificationTier;
  period: PeriodKind;
  created_at: Date;
  updated_at: Date;
  entry_count: number;
}

export const boardView = (row: BoardViewRow): BoardView => {
  const { id, startsAt, endsAt } = currentPeriod(row.period, new Date());
  return {
    id: row.id,
    name: row.name,
    rule: {
      metric: row.metric,
      species_id: row.species_id,
      region: row.region,
      min_verification_tier: row.min_verification_tier,
      period: row.period,
    },
    current_period: { id, starts_at: startsAt?.toISOString() ?? null, ends_at: endsAt?.toISOString() ?? null },
    next_reset_at: endsAt?.toISOString() ?? null,
    entry_count: row.entry_count,
    created_at: row.created_at.toISOString(),
    updated_at: row.updated_at.toISOString(),
  };
};
