import { int4Array } from '@cds/postgres';
import type { Queryable } from '@cds/postgres';
import { int8s, int4s, type Packed, rowLiteral, rowsOf, texts, times } from '../../database/packed-columns.js';
import { byPart, type KnownPart, type PartChange } from './part-finder.js';
import { type PlaceChange, placeColumns } from './place.js';
import { BLOCKS_OF_PERIODS, FIND_PARTS, SEGMENTS_OF_PERIODS } from './rank-tree.sql.js';

/** How many entries come to segments and blocks, or leave them. Rows are literals of the type `tid`. */
export interface TouchedParts {
  readonly segments: readonly PartChange<string>[];
  readonly blocks: readonly PartChange<string>[];
}

/** Where changes of places are looked up, and where what that one does not see yet. */
export interface PartSource {
  readonly reads: Queryable;
  readonly tx: Queryable;
}

interface PartRows {
  period_ids: Packed;
  part_rows: Packed;
  placements: Packed;
  achieved: Packed;
  angler_ids: Packed;
}

interface TouchedRow {
  segment_rows: Packed;
  segment_entries: Packed;
  block_rows: Packed;
  block_entries: Packed;
}

interface KnownParts {
  readonly segments: readonly KnownPart[];
  readonly blocks: readonly KnownPart[];
}

/**
 * The parts that changes belong to. `isDense` tells of which periods all parts are read: with as many changes as
 * segments this takes less than to look each of them up.
 */
export const findParts = async (
  { reads, tx }: PartSource,
  changes: readonly PlaceChange[],
  isDense: (periodId: number, changes: number) => boolean,
): Promise<TouchedParts> => {
  const [dense, sparse] = [[] as PlaceChange[], [] as PlaceChange[]];
  for (const [periodId, ofPeriod] of Map.groupBy(changes, (change) => change.periodId))
    for (const one of ofPeriod) (isDense(periodId, ofPeriod.length) ? dense : sparse).push(one);
  const [read, looked] = await Promise.all([
    dense.length > 0 ? partsOf(reads, tx, dense) : NO_PARTS,
    sparse.length > 0 ? lookUp(reads, sparse) : NOTHING,
  ]);
  return {
    segments: [...byPart(dense, read.segments).map(withLiteral), ...looked.segments],
    blocks: [...byPart(dense, read.blocks).map(withLiteral), ...looked.blocks],
  };
};

const NO_PARTS: KnownParts = { segments: [], blocks: [] };
const NOTHING: TouchedParts = { segments: [], blocks: [] };

const withLiteral = ({ row, entries }: PartChange<number>): PartChange<string> => ({ row: rowLiteral(row), entries });

/** All parts of the periods of the changes. Periods that the transaction has made are not seen by others yet. */
const partsOf = async (reads: Queryable, tx: Queryable, changes: readonly PlaceChange[]): Promise<KnownParts> => {
  const periodIds = [...new Set(changes.map(({ periodId }) => periodId))];
  const known = await readParts(reads, periodIds);
  const seen = new Set(known.blocks.map(({ periodId }) => periodId));
  const unseen = periodIds.filter((id) => !seen.has(id));
  if (unseen.length === 0) return known;
  const made = await readParts(tx, unseen);
  return { segments: [...known.segments, ...made.segments], blocks: [...known.blocks, ...made.blocks] };
};

const readParts = async (db: Queryable, periodIds: readonly number[]): Promise<KnownParts> => {
  const values = [int4Array(periodIds)];
  const [segments, blocks] = await Promise.all([
    db.query<PartRows>({ name: 'segments-of-periods', text: SEGMENTS_OF_PERIODS, values }),
    db.query<PartRows>({ name: 'blocks-of-periods', text: BLOCKS_OF_PERIODS, values }),
  ]);
  return { segments: toParts(segments.rows), blocks: toParts(blocks.rows) };
};

const toParts = ([packed]: readonly PartRows[]): KnownPart[] => {
  if (!packed) return [];
  const [placements, achieved] = [int8s(packed.placements), times(packed.achieved)];
  const [rows, anglerIds] = [rowsOf(packed.part_rows), texts(packed.angler_ids)];
  return int4s(packed.period_ids).map((periodId, index) => ({
    periodId: periodId ?? 0,
    row: rows[index] ?? 0,
    placement: placements[index] ?? 0,
    achievedAt: achieved[index] ?? 0,
    anglerId: anglerIds[index] ?? '',
  }));
};

const lookUp = async (db: Queryable, changes: readonly PlaceChange[]): Promise<TouchedParts> => {
  const values = [...placeColumns(changes), int4Array(changes.map(({ entries }) => entries))];
  const { rows } = await db.query<TouchedRow>({ name: 'find-parts', text: FIND_PARTS, values });
  const [row] = rows;
  if (!row) return NOTHING;
  return {
    segments: toChanges(row.segment_rows, row.segment_entries),
    blocks: toChanges(row.block_rows, row.block_entries),
  };
};

const toChanges = (rows: Packed, entries: Packed): PartChange<string>[] => {
  const counts = int4s(entries);
  return rowsOf(rows).map((row, index) => withLiteral({ row: row ?? 0, entries: counts[index] ?? 0 }));
};
