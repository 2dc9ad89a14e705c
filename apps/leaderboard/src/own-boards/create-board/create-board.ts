import { acceptBody } from '@cds/validation';
import { speciesUnknown } from '../../boards/board.errors.js';
import { boardName } from '../../boards/board-name.js';
import { createBoardBody } from '../../boards/board-rule.schemas.js';
import type { BoardRule } from '../../boards/board.js';
import type { KnownSpecies } from '../../species/species.store.js';
import { parseBoard } from '../parse-board.js';

export interface NewOwnBoard {
  readonly rule: BoardRule;
  readonly name: string;
  /** Whether the account gave the name, instead of the rule. */
  readonly isNamed: boolean;
}

/** A request for a board, of whose species is not known yet whether there is one. */
export interface CreateBoard {
  readonly speciesId: string | null;
  /** Fails with all that is wrong with the request. */
  accept(species: KnownSpecies | undefined): NewOwnBoard;
}

/** Reads the body of a request. */
export const createBoardOf = (body: unknown): CreateBoard => {
  const { parsed, ruleAt } = parseBoard(createBoardBody, body);
  const speciesId = parsed.partial.species_id ?? null;
  return {
    speciesId,
    accept: (species) => {
      const isUnknown = speciesId !== null && (!species || species.deleted);
      const order = acceptBody(parsed, isUnknown ? [speciesUnknown(speciesId, ruleAt)] : []);
      const rule: BoardRule = {
        metric: order.metric,
        speciesId,
        region: order.region ?? null,
        minVerificationTier: order.min_verification_tier,
        period: order.period,
      };
      const { name = null } = order;
      return { rule, name: name ?? boardName(rule, species?.commonName ?? null), isNamed: name !== null };
    },
  };
};
