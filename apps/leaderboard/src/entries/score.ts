/**
 * What ranks an angler in a period. Values are kept as `placement`: minus the value in thousandths, a whole number,
 * so that entries in rank order ascend by placement, time and angler.
 */
export interface Score {
  readonly anglerId: string;
  readonly placement: number;
  /** Milliseconds since 1970: hundreds of thousands of scores are kept, and a Date takes six times as much memory. */
  readonly achievedAt: number;
  /** Null for sums and counts, which no catch gives alone. */
  readonly catchId: string | null;
}

const THOUSANDTHS = 1_000;

/** The placement of a value that has at most three decimals. */
export const placementOf = (value: number): number => -Math.round(value * THOUSANDTHS);

/** The value in the unit of the metric. */
export const valueOf = ({ placement }: Pick<Score, 'placement'>): number =>
  placement === 0 ? 0 : -placement / THOUSANDTHS;

const byText = (a: string, b: string): number => (a < b ? -1 : a > b ? 1 : 0);

/** Sorts the best first: by greater value, then earlier time, then smaller angler id, then smaller catch id. */
export const byRank = (a: Score, b: Score): number =>
  a.placement - b.placement ||
  a.achievedAt - b.achievedAt ||
  byText(a.anglerId, b.anglerId) ||
  byText(a.catchId ?? '', b.catchId ?? '');

export const sameScore = (a: Score | null, b: Score | null): boolean =>
  a === b || (a !== null && b !== null && byRank(a, b) === 0);

/** The index at which a list sorted by rank has a score, or would have it. */
export const indexIn = (sorted: readonly Score[], score: Score): number => {
  let low = 0;
  let high = sorted.length;
  while (low < high) {
    const middle = (low + high) >>> 1;
    const other = sorted[middle];
    if (other && byRank(other, score) < 0) low = middle + 1;
    else high = middle;
  }
  return low;
};

/** The best of some scores and another one; null when there are none. */
export const bestOf = (scores: Iterable<Score>, other: Score | null = null): Score | null => {
  let best = other;
  for (const one of scores) if (best === null || byRank(one, best) < 0) best = one;
  return best;
};
