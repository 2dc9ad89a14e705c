import { arrayLiteral, int4Array } from '@cds/postgres';
import type { Queryable } from '@cds/postgres';
import { Injectable } from '@nestjs/common';
import type { PlaceChange } from './place.js';
import {
  ADD_SEGMENTS,
  ADD_TO_PARTS,
  ADD_WHOLE,
  CUT_SEGMENTS,
  INSERT_SEGMENTS,
  LARGE_LAST_SEGMENTS,
  LARGE_SEGMENTS,
  PLANT,
  PUT_BLOCKS,
  REMOVE_BLOCKS,
  REMOVE_SEGMENTS,
  SEGMENTS_OF_BLOCK,
  SET_SEGMENTS,
} from './rank-tree.sql.js';
import { partColumns, type PartRow, type SizedRow, sizesOf } from './part-row.js';
import { findParts, type PartSource, type TouchedParts } from './touched-parts.query.js';

/** The most entries of a segment, and the most segments of a block. */
const MAX_SIZE = 256;
/** A part that is too large is cut into parts of about this share of the most. */
const CUT = 0.6;
/** All segments of a period are read when there are fewer than this share of the changes: looking would cost more. */
const FEW_SEGMENTS = 1;
/** How many entries a transaction cuts into parts. */
const CUT_AT_ONCE = 50_000;

type ChangedRow = SizedRow & { is_block: boolean };

/** A segment that is cut as far as `reach` of its entries; the last part has those behind as well. */
type LargeRow = SizedRow & { reach: number };

/**
 * The numbers of entries by ranges of places, in two levels. Only the holder of the writer's lock changes them, in the
 * transaction that changes the entries and after it has changed them.
 */
@Injectable()
export class RankTree {
  protected readonly maxSize: number = MAX_SIZE;
  protected readonly cutAtOnce: number = CUT_AT_ONCE;

  /** Begins the structures of new periods. */
  async plant(db: Queryable, periodIds: readonly number[]): Promise<void> {
    await db.query({ name: 'plant-ranks', text: PLANT, values: [int4Array(periodIds)] });
  }

  /**
   * Adds entries to periods that have a single part, wherever these entries are. Returns those that have more. Planned
   * anew each time, because it is used while the tables grow from nothing.
   */
  async addToWhole(db: Queryable, growths: readonly { id: number; entries: number }[]): Promise<ReadonlySet<number>> {
    const values = [int4Array(growths.map(({ id }) => id)), int4Array(growths.map(({ entries }) => entries))];
    const { rows } = await db.query<{ period_id: number }>(ADD_WHOLE, values);
    const whole = new Set(rows.map((row) => row.period_id));
    return new Set(growths.flatMap(({ id }) => (whole.has(id) ? [] : [id])));
  }

  /**
   * Adds entries, or takes them away. Parts become too large, if they have to: `cut` has to follow before anybody looks
   * for ranks.
   */
  async grow(db: Queryable, changes: readonly PlaceChange[]): Promise<void> {
    if (changes.length > 0) await this.add(db, await this.find({ reads: db, tx: db }, changes, new Map()), false);
  }

  /** The parts that changes belong to. `entryCounts` are those of periods in which much changes, if known. */
  find(
    source: PartSource,
    changes: readonly PlaceChange[],
    entryCounts: ReadonlyMap<number, number>,
  ): Promise<TouchedParts> {
    return findParts(source, changes, (periodId, count) => {
      const segments = (entryCounts.get(periodId) ?? Infinity) / (CUT * this.maxSize);
      return segments < count * FEW_SEGMENTS;
    });
  }

  /** With `cuts`, once the entries have changed: parts that have become too large are cut by the entries in them. */
  async add(db: Queryable, { segments: touched, blocks: above }: TouchedParts, cuts: boolean): Promise<void> {
    if (touched.length === 0 && above.length === 0) return;
    const columns = (parts: TouchedParts['segments']): unknown[] => [
      arrayLiteral(parts.map(({ row }) => row)),
      int4Array(parts.map(({ entries }) => entries)),
    ];
    const values = [...columns(touched), ...columns(above), this.maxSize];
    const { rows } = await db.query<ChangedRow>({ name: 'add-to-parts', text: ADD_TO_PARTS, values });
    const [blocks, segments] = [rows.filter((row) => row.is_block), rows.filter((row) => !row.is_block)];
    const large = cuts ? segments.filter(({ size }) => size > this.maxSize) : [];
    const empty = segments.filter(({ size }) => size === 0);
    const cut = large.length > 0 ? await this.cutSegments(db, large.map(wholly)) : [];
    const added = [...cut, ...(empty.length > 0 ? await this.removeSegments(db, empty) : [])];
    if (added.length > 0) await this.countSegments(db, added);
    if (blocks.length > 0) await db.query({ name: 'remove-blocks', text: REMOVE_BLOCKS, values: partColumns(blocks) });
  }

  /** Cuts some segments of rankings that are too large. Returns the number of their entries. */
  async cut(db: Queryable, rankingIds: readonly number[]): Promise<number> {
    const values = [rankingIds, this.maxSize, Math.ceil(this.cutAtOnce / this.maxSize)];
    const last = await sized(db, 'large-last-segments', LARGE_LAST_SEGMENTS, values);
    const found = last.length > 0 ? last : await sized(db, 'large-segments', LARGE_SEGMENTS, values);
    let left = this.cutAtOnce;
    const large = found.flatMap((row): LargeRow[] => {
      const reach = Math.min(row.size, left);
      left -= reach;
      return reach > this.maxSize || reach === row.size ? [{ ...row, reach }] : [];
    });
    if (large.length > 0) await this.countSegments(db, await this.cutSegments(db, large));
    return large.reduce((sum, { reach }) => sum + reach, 0);
  }

  /** Returns where segments were added. */
  private async cutSegments(db: Queryable, large: readonly LargeRow[]): Promise<SizedRow[]> {
    const sizes = large.map(({ reach }) => this.cutOf(reach));
    const values = [...partColumns(large), large.map(({ reach }) => reach), sizes];
    const cuts = await db.query<PartRow & { ordinal: number }>({ name: 'cut-segments', text: CUT_SEGMENTS, values });
    const cutsOf = Map.groupBy(cuts.rows, ({ ordinal }) => ordinal - 1);
    const made = large.flatMap(({ size }, index) => {
      const [cut = 1, of = []] = [sizes[index], cutsOf.get(index)];
      return of.map((row, number) => ({ ...row, size: number < of.length - 1 ? cut : size - cut * of.length }));
    });
    await db.query({ name: 'insert-segments', text: INSERT_SEGMENTS, values: [...partColumns(made), sizesOf(made)] });
    await db.query({ name: 'set-segments', text: SET_SEGMENTS, values: [...partColumns(large), sizes] });
    return made.map((row) => ({ ...row, size: 1 }));
  }

  private cutOf(size: number): number {
    return Math.ceil(size / Math.ceil(size / (CUT * this.maxSize)));
  }

  private async removeSegments(db: Queryable, empty: readonly SizedRow[]): Promise<SizedRow[]> {
    const { rows } = await db.query<PartRow>({
      name: 'remove-segments',
      text: REMOVE_SEGMENTS,
      values: partColumns(empty),
    });
    return rows.map((row) => ({ ...row, size: -1 }));
  }

  private async countSegments(db: Queryable, added: readonly SizedRow[]): Promise<void> {
    const values = [...partColumns(added), sizesOf(added), this.maxSize];
    for (const block of await sized(db, 'add-segments-to-ranks', ADD_SEGMENTS, values)) await this.cutBlock(db, block);
  }

  private async cutBlock(db: Queryable, block: SizedRow): Promise<void> {
    const segments = await sized(db, 'segments-of-block', SEGMENTS_OF_BLOCK, partColumns([block]));
    const size = this.cutOf(segments.length);
    const groups = Array.from({ length: Math.ceil(segments.length / size) }, (_, index) =>
      segments.slice(index * size, (index + 1) * size),
    );
    const values = [
      ...partColumns(groups.flatMap(([first]) => first ?? [])),
      groups.map((group) => group.reduce((sum, segment) => sum + segment.size, 0)),
      groups.map((group) => group.length),
    ];
    await db.query({ name: 'put-blocks', text: PUT_BLOCKS, values });
  }
}

const wholly = (row: SizedRow): LargeRow => ({ ...row, reach: row.size });

const sized = async (db: Queryable, name: string, text: string, values: unknown[]): Promise<SizedRow[]> =>
  (await db.query<SizedRow>({ name, text, values })).rows;
