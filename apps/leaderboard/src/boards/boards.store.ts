import type { Queryable } from '@cds/postgres';
import { newId } from '@cds/service-kit';
import { Injectable } from '@nestjs/common';
import type { Board, BoardRule } from './board.js';
import { currentPeriod } from './period.js';

/** A board to create. */
export interface NewBoard {
  readonly rule: BoardRule;
  readonly name: string;
}

@Injectable()
export class Boards {
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
    await db.query(LOCK_JOBS, [speciesIds]);
    await db.query(REMOVE, [speciesIds]);
  }

  /**
   * Deletes those of these boards, which have been filled, whose species was deleted before and which have no
   * entries.
   */
  async removeAbandoned(db: Queryable, boardIds: readonly string[]): Promise<void> {
    await db.query(REMOVE_ABANDONED, [boardIds]);
  }
}

const ruleColumns = (boards: readonly NewBoard[]): unknown[] => [
  boards.map(({ rule }) => rule.metric),
  boards.map(({ rule }) => rule.speciesId),
  boards.map(({ rule }) => rule.region),
  boards.map(({ rule }) => rule.minVerificationTier),
  boards.map(({ rule }) => rule.period),
];

const RULES = 'unnest($1::text[], $2::text[], $3::text[], $4::verification_tier[], $5::text[]';
const IS_BUILT_IN = `
  board.account_id IS NULL AND board.metric = wanted.metric AND board.species_id IS NOT DISTINCT FROM wanted.species_id
  AND board.region IS NOT DISTINCT FROM wanted.region AND board.min_verification_tier = wanted.tier
  AND board.period = wanted.period`;

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
  UPDATE boards board SET name = wanted.name, version = board.version + 1, updated_at = $7::timestamptz
  FROM ${RULES}, $6::text[]) AS wanted (metric, species_id, region, tier, period, name)
  WHERE ${IS_BUILT_IN} AND board.name <> wanted.name`;

const HAS_NO_ENTRIES = `NOT EXISTS (
  SELECT FROM board_rankings AS shown JOIN ranking_periods AS part ON part.ranking_id = shown.ranking_id
  WHERE shown.board_id = board.id AND part.entry_count > 0)`;

// A job that ends at the same time either sees that the species is deleted, or its end is seen here.
const LOCK_JOBS = `
  SELECT FROM board_jobs AS job JOIN boards board ON board.id = job.board_id WHERE board.species_id = ANY($1)
  ORDER BY job.board_id FOR UPDATE OF job`;

const GONE_WITH_RANKINGS = (removed: string): string => `
  WITH removed AS (${removed} RETURNING board.id, board.updated_at),
  announced AS (
    INSERT INTO deleted_boards (board_id, deleted_at) SELECT id, greatest(now(), updated_at) FROM removed
    ON CONFLICT (board_id) DO UPDATE SET deleted_at = excluded.deleted_at
  )
  DELETE FROM board_rankings AS shown USING removed WHERE shown.board_id = removed.id`;

const REMOVE = GONE_WITH_RANKINGS(`
  DELETE FROM boards board WHERE account_id IS NULL AND species_id = ANY($1) AND ${HAS_NO_ENTRIES}
    AND NOT EXISTS (SELECT FROM board_jobs WHERE board_id = board.id)`);

const REMOVE_ABANDONED = GONE_WITH_RANKINGS(`
  DELETE FROM boards board USING species
  WHERE board.id = ANY($1) AND board.account_id IS NULL AND species.id = board.species_id AND species.deleted
    AND ${HAS_NO_ENTRIES}`);
