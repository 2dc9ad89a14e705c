import { bySegment, type SegmentRow } from './segment-finder.js';

const segment = (
  row: string,
  placement: number,
  achieved_ms: number,
  angler_id: string,
  period_id = 1,
): SegmentRow => ({
  row,
  placement,
  achieved_ms,
  angler_id,
  period_id,
});
const FIRST = segment('(0,1)', -9_223_372_036_854_775_808, -Infinity, '');
const SEGMENTS = [
  FIRST,
  segment('(0,2)', -500, 1_000, 'ang_b'),
  segment('(0,3)', -500, 2_000, 'ang_a'),
  segment('(0,4)', -500, 2_000, 'ang_c'),
  { ...FIRST, row: '(0,5)', period_id: 2 },
];
const change = (placement: number, ms: number, anglerId: string, entries: number, periodId = 1) => ({
  placement,
  achievedAt: ms,
  anglerId,
  entries,
  periodId,
});

describe('changes by segment', () => {
  it('belong to the last segment that begins at their place or before it', () => {
    const rowOf = (placement: number, ms: number, anglerId: string) =>
      bySegment([change(placement, ms, anglerId, 1)], SEGMENTS).map(({ row }) => row);
    expect(rowOf(-501, 9_000, 'ang_z')).toEqual(['(0,1)']);
    expect(rowOf(-500, 1_000, 'ang_a')).toEqual(['(0,1)']);
    expect(rowOf(-500, 1_000, 'ang_b')).toEqual(['(0,2)']);
    expect(rowOf(-500, 1_999, 'ang_z')).toEqual(['(0,2)']);
    expect(rowOf(-500, 2_000, 'ang_b')).toEqual(['(0,3)']);
    expect(rowOf(-1, 0, 'ang_a')).toEqual(['(0,4)']);
  });

  it('are added up, and left out when nothing is left of them', () => {
    const changes = [
      change(-501, 0, 'ang_a', 1),
      change(-600, 0, 'ang_a', 1),
      change(-1, 0, 'ang_a', 1),
      change(-2, 0, 'ang_b', -1),
      change(-1, 0, 'ang_a', -1, 2),
    ];
    expect(bySegment(changes, SEGMENTS)).toEqual([
      { row: '(0,1)', entries: 2 },
      { row: '(0,5)', entries: -1 },
    ]);
  });
});
