import { type BoardRule, METRICS, PERIOD_KINDS } from '../boards/board.js';
import { boardName } from '../boards/board-name.js';
import type { NewBoard } from '../boards/boards.store.js';

/** Every metric over all species, for every period. */
export const boardsOfAllSpecies = (): NewBoard[] =>
  PERIOD_KINDS.flatMap((period) => METRICS.map((metric) => built({ metric, speciesId: null, period }, null)));

/** The heaviest of one species, for every period. */
export const boardsOfSpecies = (speciesId: string, commonName: string): NewBoard[] =>
  PERIOD_KINDS.map((period) => built({ metric: 'heaviest', speciesId, period }, commonName));

const built = (
  { metric, speciesId, period }: Pick<BoardRule, 'metric' | 'speciesId' | 'period'>,
  speciesName: string | null,
): NewBoard => {
  const rule: BoardRule = { metric, speciesId, region: null, minVerificationTier: 'photo', period };
  return { rule, name: boardName(rule, speciesName) };
};
