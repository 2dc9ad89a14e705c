/**
 * What ranks an angler in a period. Values are kept as `placing`: minus the value in thousandths, a whole number, so that
 * entries in rank order ascend by placing, time and angler.
 */
export interface Score {
  readonly anglerId: string;
  readonly placing: number;
  readonly achievedAt: Date;
  /** Null for sums and counts, which no catch gives alone. */
  readonly catchId: string | null;
}

const THOUSANDTHS = 1_000;

/** The placing of a value that has at most three decimals. */
export const placingOf = (value: number): number => -Math.round(value * THOUSANDTHS);

/** The value in the unit of the metric. */
export const valueOf = ({ placing }: Pick<Score, 'placing'>): number => (placing === 0 ? 0 : -placing / THOUSANDTHS);

const byText = (a: string, b: string): number => (a < b ? -1 : a > b ? 1 : 0);

/** Sorts the best first: by greater value, then earlier time, then smaller angler id, then smaller catch id. */
export const byRank = (a: Score, b: Score): number =>
  a.placing - b.placing ||
  a.achievedAt.getTime() - b.achievedAt.getTime() ||
  byText(a.anglerId, b.anglerId) ||
  byText(a.catchId ?? '', b.catchId ?? '');

export const sameScore = (a: Score | null, b: Score | null): boolean =>
  a === b || (a !== null && b !== null && byRank(a, b) === 0);

/** The best of some scores; null when there are none. */
export const bestOf = (scores: Iterable<Score>): Score | null => {
  let best: Score | null = null;
  for (const one of scores) if (best === null || byRank(one, best) < 0) best = one;
  return best;
};
