import type { PlaceChange } from './place.js';

/** Where a segment begins. The first one of a period is below every number and time. */
export interface SegmentRow {
  period_id: number;
  /** Where its row is. */
  row: string;
  placement: number;
  achieved_ms: number;
  angler_id: string;
}

/** How many entries come to a segment, or leave it. */
export interface SegmentChange {
  readonly row: string;
  readonly entries: number;
}

/** Adds up changes by the segment that they belong to. `segments` are all of their periods, in rank order. */
export const bySegment = (changes: readonly PlaceChange[], segments: readonly SegmentRow[]): SegmentChange[] => {
  const ofPeriods = Map.groupBy(segments, (segment) => segment.period_id);
  const sums = new Map<SegmentRow, number>();
  for (const change of changes) {
    const segment = lastBefore(ofPeriods.get(change.periodId) ?? [], change);
    if (segment) sums.set(segment, (sums.get(segment) ?? 0) + change.entries);
  }
  return [...sums].flatMap(([{ row }, entries]) => (entries === 0 ? [] : [{ row, entries }]));
};

/** The last segment that begins at the place or before it. */
const lastBefore = (segments: readonly SegmentRow[], place: PlaceChange): SegmentRow | undefined => {
  let [low, high] = [0, segments.length];
  while (low < high) {
    const middle = (low + high) >>> 1;
    const segment = segments[middle];
    if (segment && beginsAfter(segment, place)) high = middle;
    else low = middle + 1;
  }
  return segments[low - 1];
};

const beginsAfter = (segment: SegmentRow, { placement, achievedAt, anglerId }: PlaceChange): boolean => {
  if (segment.placement !== placement) return segment.placement > placement;
  if (segment.achieved_ms !== achievedAt) return segment.achieved_ms > achievedAt;
  return segment.angler_id > anglerId;
};
