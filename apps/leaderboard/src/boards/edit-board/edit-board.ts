import { type BoardRow, ruleOf } from '../board-row.js';
import type { EditBoardBody } from '../board-rule.schemas.js';
import type { BoardRule } from '../board.js';

export interface EditedBoard {
  readonly rule: BoardRule;
  /** The name that the account gave; null: it is made from the rule. */
  readonly givenName: string | null;
}

/** A board after a merge patch. */
export const editBoard = (now: BoardRow, patch: EditBoardBody): EditedBoard => {
  const before = ruleOf(now);
  const rule: BoardRule = {
    metric: patch.metric ?? before.metric,
    speciesId: patch.species_id === undefined ? before.speciesId : patch.species_id,
    region: patch.region === undefined ? before.region : patch.region,
    minVerificationTier: patch.min_verification_tier ?? before.minVerificationTier,
    period: patch.period ?? before.period,
  };
  const given = now.is_named ? now.name : null;
  return { rule, givenName: patch.name === undefined ? given : patch.name };
};

export const sameRule = (one: BoardRule, other: BoardRule): boolean =>
  one.metric === other.metric &&
  one.speciesId === other.speciesId &&
  one.region === other.region &&
  one.minVerificationTier === other.minVerificationTier &&
  one.period === other.period;
