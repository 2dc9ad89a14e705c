import type { VerificationTier } from '@cds/contracts';
import type { CatchFact } from '../../catches/catch-fact.js';
import type { BoardRule, Metric, PeriodKind } from '../../boards/board.js';

/** The entries of a rule, which every board with this rule shows. */
export interface Ranking {
  readonly id: number;
  readonly rule: BoardRule;
  /** The last catch that a ranking has which is being filled; null when it has all of them. */
  readonly filledThrough: CatchPosition | null;
}

/** Where a catch is in the order in which rankings are filled: by angler, time and id. Time in milliseconds. */
export interface CatchPosition {
  readonly anglerId: string;
  readonly caughtAt: number;
  readonly catchId: string;
}

/** After every id, and after every time at which anything is caught. */
const LAST_ID = '~';
const LAST_TIME = Date.parse('9999-12-31T23:59:59.999Z');

/** Behind all catches. */
export const END: CatchPosition = { anglerId: LAST_ID, caughtAt: LAST_TIME, catchId: '' };

/** Behind all catches of an angler. */
export const behindAngler = (anglerId: string): CatchPosition => ({ anglerId, caughtAt: LAST_TIME, catchId: '' });

/** Whether catches of the position's angler may follow. */
export const isWithinAngler = ({ anglerId, caughtAt }: CatchPosition): boolean =>
  anglerId !== '' && caughtAt < LAST_TIME;

export const positionOf = ({ anglerId, caughtAt, catchId }: CatchFact): CatchPosition => ({
  anglerId,
  caughtAt: caughtAt.getTime(),
  catchId,
});

const byText = (a: string, b: string): number => (a < b ? -1 : a > b ? 1 : 0);

export const byPosition = (a: CatchPosition, b: CatchPosition): number =>
  byText(a.anglerId, b.anglerId) || a.caughtAt - b.caughtAt || byText(a.catchId, b.catchId);

export interface RankingRow {
  id: number;
  metric: Metric;
  species_id: string | null;
  region: string | null;
  min_verification_tier: VerificationTier;
  period: PeriodKind;
  filled_angler_id: string | null;
  filled_caught_at: Date | null;
  filled_catch_id: string;
}

export const RULE_COLUMNS = 'metric, species_id, region, min_verification_tier, period';
export const RANKING_COLUMNS = `id, ${RULE_COLUMNS},
  CASE WHEN state = 'filling' THEN filled_angler_id END AS filled_angler_id,
  CASE WHEN filled_caught_at > '-infinity' THEN filled_caught_at END AS filled_caught_at, filled_catch_id`;

export type RuleRow = Omit<RankingRow, 'id' | 'filled_angler_id' | 'filled_caught_at' | 'filled_catch_id'>;

export const toRule = (row: RuleRow): BoardRule => ({
  metric: row.metric,
  speciesId: row.species_id,
  region: row.region,
  minVerificationTier: row.min_verification_tier,
  period: row.period,
});

export const toRanking = (row: RankingRow): Ranking => ({
  id: row.id,
  rule: toRule(row),
  filledThrough:
    row.filled_angler_id === null
      ? null
      : {
          anglerId: row.filled_angler_id,
          caughtAt: row.filled_caught_at?.getTime() ?? -Infinity,
          catchId: row.filled_catch_id,
        },
});

/** A rule as values that are never null, for comparing rules by a hash table. */
export const ruleKey = (row: string): string =>
  `${row}.metric, coalesce(${row}.species_id, ''), coalesce(${row}.region, ''), ${row}.min_verification_tier,
    ${row}.period`;

/** The condition that two rows have the same rule, as a hash join takes it. */
export const sameRule = (a: string, b: string): string => `(${ruleKey(a)}) = (${ruleKey(b)})`;
