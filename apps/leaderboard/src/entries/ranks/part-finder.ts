import type { PlaceChange } from './place.js';

/** Where a segment or a block begins. The first one of a period is below every number and time. */
export interface KnownPart {
  readonly periodId: number;
  /** Where its row is. */
  readonly row: number;
  readonly placement: number;
  readonly achievedAt: number;
  readonly anglerId: string;
}

/** How many entries come to a part, or leave it. */
export interface PartChange<Row> {
  readonly row: Row;
  readonly entries: number;
}

/** Adds up changes by their part. `parts` are all segments, or all blocks, of their periods, in rank order. */
export const byPart = (changes: readonly PlaceChange[], parts: readonly KnownPart[]): PartChange<number>[] => {
  const ofPeriods = Map.groupBy(parts, (part) => part.periodId);
  const sums = new Map<KnownPart, number>();
  for (const change of changes) {
    const part = lastBefore(ofPeriods.get(change.periodId) ?? [], change);
    if (part) sums.set(part, (sums.get(part) ?? 0) + change.entries);
  }
  return [...sums].flatMap(([{ row }, entries]) => (entries === 0 ? [] : [{ row, entries }]));
};

/** The last part that begins at the place or before it. */
const lastBefore = (parts: readonly KnownPart[], place: PlaceChange): KnownPart | undefined => {
  let [low, high] = [0, parts.length];
  while (low < high) {
    const middle = (low + high) >>> 1;
    const part = parts[middle];
    if (part && beginsAfter(part, place)) high = middle;
    else low = middle + 1;
  }
  return parts[low - 1];
};

const beginsAfter = (part: KnownPart, { placement, achievedAt, anglerId }: PlaceChange): boolean => {
  if (part.placement !== placement) return part.placement > placement;
  if (part.achievedAt !== achievedAt) return part.achievedAt > achievedAt;
  return part.anglerId > anglerId;
};
