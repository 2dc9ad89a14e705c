import type { BoardRule, Metric, PeriodKind } from './board.js';

const METRIC: Readonly<Record<Metric, string>> = { heaviest: 'Heaviest' };
const PERIOD: Readonly<Record<PeriodKind, string>> = { all_time: 'all time' };

/**
 * The name of a board by its rule, such as "Heaviest Largemouth Bass, all time". `speciesName` is null for all species.
 */
export const boardName = (rule: BoardRule, speciesName: string | null): string =>
  `${METRIC[rule.metric]} ${speciesName ?? 'catch'}, ${PERIOD[rule.period]}`;
