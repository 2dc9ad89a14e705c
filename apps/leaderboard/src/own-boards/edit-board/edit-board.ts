import { acceptBody } from '@cds/validation';
import { speciesUnknown } from '../../boards/board.errors.js';
import { boardName } from '../../boards/board-name.js';
import { type BoardRow, ruleOf } from '../../boards/board-row.js';
import { type EditBoardBody, editBoardBody } from '../../boards/board-rule.schemas.js';
import type { BoardRule } from '../../boards/board.js';
import type { KnownSpecies } from '../../species/species.store.js';
import { parseBoard } from '../parse-board.js';

export interface EditedBoard {
  readonly rule: BoardRule;
  readonly name: string;
  /** Whether the account gave the name, instead of the rule. */
  readonly isNamed: boolean;
}

/** A patch of a board, of whose species is not known yet whether there is one. */
export interface EditBoard {
  /** The species of the board after the patch. */
  readonly speciesId: string | null;
  /** Fails with all that is wrong with the request. */
  accept(species: KnownSpecies | undefined): EditedBoard;
}

/** Reads the body of a request, which is a merge patch of a board. */
export const editBoardOf = (now: BoardRow, body: unknown): EditBoard => {
  const { parsed, ruleAt } = parseBoard(editBoardBody, body);
  const { species_id: given } = parsed.partial;
  const speciesId = given === undefined ? now.species_id : given;
  return {
    speciesId,
    accept: (species) => {
      // A board keeps a species that was deleted after it was made.
      const isUnknown = speciesId !== null && speciesId !== now.species_id && (!species || species.deleted);
      const patch = acceptBody(parsed, isUnknown ? [speciesUnknown(speciesId, ruleAt)] : []);
      return editBoard(now, patch, species?.commonName ?? null);
    },
  };
};

/** A board after a merge patch; `speciesName` is that of its species then. */
export const editBoard = (now: BoardRow, patch: EditBoardBody, speciesName: string | null): EditedBoard => {
  const before = ruleOf(now);
  const rule: BoardRule = {
    metric: patch.metric ?? before.metric,
    speciesId: patch.species_id === undefined ? before.speciesId : patch.species_id,
    region: patch.region === undefined ? before.region : patch.region,
    minVerificationTier: patch.min_verification_tier ?? before.minVerificationTier,
    period: patch.period ?? before.period,
  };
  const nameNow = now.is_named ? now.name : null;
  const given = patch.name === undefined ? nameNow : patch.name;
  return { rule, name: given ?? boardName(rule, speciesName), isNamed: given !== null };
};

export const sameRule = (one: BoardRule, other: BoardRule): boolean =>
  one.metric === other.metric &&
  one.speciesId === other.speciesId &&
  one.region === other.region &&
  one.minVerificationTier === other.minVerificationTier &&
  one.period === other.period;
