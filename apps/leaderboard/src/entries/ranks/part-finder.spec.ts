import { byPart, type KnownPart } from './part-finder.js';

const part = (row: number, placement: number, achievedAt: number, anglerId: string, periodId = 1): KnownPart => ({
  row,
  placement,
  achievedAt,
  anglerId,
  periodId,
});
const FIRST = part(1, -9_223_372_036_854_775_808, -Infinity, '');
const PARTS = [
  FIRST,
  part(2, -500, 1_000, 'ang_b'),
  part(3, -500, 2_000, 'ang_a'),
  part(4, -500, 2_000, 'ang_c'),
  { ...FIRST, row: 5, periodId: 2 },
];
const change = (placement: number, ms: number, anglerId: string, entries: number, periodId = 1) => ({
  placement,
  achievedAt: ms,
  anglerId,
  entries,
  periodId,
});

describe('changes by part', () => {
  it('belong to the last part that begins at their place or before it', () => {
    const rowOf = (placement: number, ms: number, anglerId: string) =>
      byPart([change(placement, ms, anglerId, 1)], PARTS).map(({ row }) => row);
    expect(rowOf(-501, 9_000, 'ang_z')).toEqual([1]);
    expect(rowOf(-500, 1_000, 'ang_a')).toEqual([1]);
    expect(rowOf(-500, 1_000, 'ang_b')).toEqual([2]);
    expect(rowOf(-500, 1_999, 'ang_z')).toEqual([2]);
    expect(rowOf(-500, 2_000, 'ang_b')).toEqual([3]);
    expect(rowOf(-1, 0, 'ang_a')).toEqual([4]);
  });

  it('are added up, and left out when nothing is left of them', () => {
    const changes = [
      change(-501, 0, 'ang_a', 1),
      change(-600, 0, 'ang_a', 1),
      change(-1, 0, 'ang_a', 1),
      change(-2, 0, 'ang_b', -1),
      change(-1, 0, 'ang_a', -1, 2),
    ];
    expect(byPart(changes, PARTS)).toEqual([
      { row: 1, entries: 2 },
      { row: 5, entries: -1 },
    ]);
  });
});
