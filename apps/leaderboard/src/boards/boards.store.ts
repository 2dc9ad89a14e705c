import type { VerificationTier } from '@cds/contracts';
import type { Queryable } from '@cds/postgres';
import { newId } from '@cds/service-kit';
import { Injectable } from '@nestjs/common';
import type { Board, BoardRule, Metric, PeriodKind } from './board.js';
import { currentPeriod } from './period.js';

/** A board to create. */
export interface NewBoard {
  readonly rule: BoardRule;
  readonly name: string;
}

interface BoardRow {
  id: string;
  name: string;
  metric: Metric;
  species_id: string | null;
  region: string | null;
  min_verification_tier: VerificationTier;
  period: PeriodKind;
}

@Injectable()
export class Boards {
  /** The boards on which catches of these species may count, without boards that are still being filled. */
  async ofSpecies(db: Queryable, speciesIds: readonly string[]): Promise<Board[]> {
    const { rows } = await db.query<BoardRow>({ name: 'boards-of-species', text: OF_SPECIES, values: [speciesIds] });
    return rows.map(toBoard);
  }

  async byId(db: Queryable, id: string): Promise<Board | undefined> {
    const { rows } = await db.query<BoardRow>(`SELECT ${COLUMNS} FROM boards WHERE id = $1`, [id]);
    return rows.map(toBoard)[0];
  }

  async all(db: Queryable): Promise<Board[]> {
    const { rows } = await db.query<BoardRow>(`SELECT ${COLUMNS} FROM boards ORDER BY id`);
    return rows.map(toBoard);
  }

  /** The built-in boards of `wanted` that do not exist yet. */
  async missing<B extends NewBoard>(db: Queryable, wanted: readonly B[]): Promise<B[]> {
    const { rows } = await db.query<{ ordinal: number }>(MISSING, ruleColumns(wanted));
    return rows.flatMap(({ ordinal }) => wanted[ordinal - 1] ?? []);
  }

  /** Adds empty built-in boards. Returns those that no concurrent transaction had added before. */
  async add<B extends NewBoard>(db: Queryable, boards: readonly B[], at: Date): Promise<(B & Board)[]> {
    const wanted = boards.map((board) => ({ ...board, id: newId('leaderboard') }));
    const { rows } = await db.query<{ id: string }>(ADD, [
      ...ruleColumns(wanted),
      wanted.map(({ id }) => id),
      wanted.map(({ name }) => name),
      at.toISOString(),
    ]);
    const ids = new Set(rows.map(({ id }) => id));
    const added = wanted.filter(({ id }) => ids.has(id));
    await db.query(ADD_BOARD_PERIODS, [
      added.map(({ id }) => id),
      added.map(({ rule }) => currentPeriod(rule.period, new Date()).id),
    ]);
    return added;
  }

  /** Changes the names of built-in boards to these where they differ. */
  async rename(db: Queryable, boards: readonly NewBoard[], at: Date): Promise<void> {
    await db.query(RENAME, [...ruleColumns(boards), boards.map(({ name }) => name), at.toISOString()]);
  }

  /**
   * Deletes the built-in boards of deleted species, except those with entries. A board that is still being filled may
   * get some: `removeAbandoned` decides about it.
   */
  async removeOf(db: Queryable, speciesIds: readonly string[]): Promise<void> {
    await db.query(LOCK_FILLS, [speciesIds]);
    await db.query(REMOVE, [speciesIds]);
  }

  /** Deletes a board that has been filled if its species was deleted before and it has no entries. */
  async removeAbandoned(db: Queryable, boardId: string): Promise<void> {
    await db.query(REMOVE_ABANDONED, [boardId]);
  }
}

const toBoard = (row: BoardRow): Board => ({
  id: row.id,
  name: row.name,
  rule: {
    metric: row.metric,
    speciesId: row.species_id,
    region: row.region,
    minVerificationTier: row.min_verification_tier,
    period: row.period,
  },
});

const ruleColumns = (boards: readonly NewBoard[]): unknown[] => [
  boards.map(({ rule }) => rule.metric),
  boards.map(({ rule }) => rule.speciesId),
  boards.map(({ rule }) => rule.region),
  boards.map(({ rule }) => rule.minVerificationTier),
  boards.map(({ rule }) => rule.period),
];

const COLUMNS = 'id, name, metric, species_id, region, min_verification_tier, period';
const RULES = 'unnest($1::text[], $2::text[], $3::text[], $4::verification_tier[], $5::text[]';
const IS_BUILT_IN = `
  board.account_id IS NULL AND board.metric = wanted.metric AND board.species_id IS NOT DISTINCT FROM wanted.species_id
  AND board.region IS NOT DISTINCT FROM wanted.region AND board.min_verification_tier = wanted.tier
  AND board.period = wanted.period`;

const OF_SPECIES = `
  SELECT ${COLUMNS} FROM boards WHERE (species_id IS NULL OR species_id = ANY($1))
    AND NOT EXISTS (SELECT FROM board_fills AS fill WHERE fill.board_id = boards.id AND fill.filling)`;

const MISSING = `
  SELECT wanted.ordinal::int AS ordinal
  FROM ${RULES}) WITH ORDINALITY AS wanted (metric, species_id, region, tier, period, ordinal)
  WHERE NOT EXISTS (SELECT FROM boards board WHERE ${IS_BUILT_IN}) ORDER BY wanted.ordinal`;

// Ordered by rule, so that transactions that add the same boards wait for each other and do not deadlock.
const ADD = `
  INSERT INTO boards (metric, species_id, region, min_verification_tier, period, id, name, created_at, updated_at)
  SELECT metric, species_id, region, tier, period, id, name, $8::timestamptz, $8::timestamptz
  FROM ${RULES}, $6::text[], $7::text[]) AS wanted (metric, species_id, region, tier, period, id, name)
  ORDER BY 1, 2, 3, 4, 5
  ON CONFLICT (metric, species_id, region, min_verification_tier, period) WHERE account_id IS NULL DO NOTHING
  RETURNING id`;

const ADD_BOARD_PERIODS = 'INSERT INTO standings (board_id, period) SELECT * FROM unnest($1::text[], $2::text[])';

const RENAME = `
  UPDATE boards board SET name = wanted.name, updated_at = $7::timestamptz
  FROM ${RULES}, $6::text[]) AS wanted (metric, species_id, region, tier, period, name)
  WHERE ${IS_BUILT_IN} AND board.name <> wanted.name`;

const HAS_NO_ENTRIES = 'NOT EXISTS (SELECT FROM standings WHERE board_id = board.id AND entry_count > 0)';

// A job that ends at the same time either sees that the species is deleted, or its end is seen here.
const LOCK_FILLS = `
  SELECT FROM board_fills AS fill JOIN boards board ON board.id = fill.board_id WHERE board.species_id = ANY($1)
  ORDER BY fill.board_id FOR UPDATE OF fill`;

const REMOVE = `
  DELETE FROM boards board WHERE account_id IS NULL AND species_id = ANY($1) AND ${HAS_NO_ENTRIES}
    AND NOT EXISTS (SELECT FROM board_fills WHERE board_id = board.id)`;

const REMOVE_ABANDONED = `
  DELETE FROM boards board USING species
  WHERE board.id = $1 AND species.id = board.species_id AND species.deleted AND ${HAS_NO_ENTRIES}`;
