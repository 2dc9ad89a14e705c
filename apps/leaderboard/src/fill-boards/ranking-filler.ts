import { inTransaction, POOL } from '@cds/postgres';
import type { Queryable } from '@cds/postgres';
import { Clock } from '@cds/service-kit';
import { Inject, Injectable } from '@nestjs/common';
import type pg from 'pg';
import { BatchSize } from '../entries/move-entries/batch-size.js';
import { MoveDecider } from '../entries/move-entries/move-decider.js';
import { MoveWriter } from '../entries/move-entries/move-writer.js';
import {
  type CatchPosition,
  type Ranking,
  RANKING_COLUMNS,
  type RankingRow,
  toRanking,
} from '../entries/rankings/ranking.js';
import { lookUpRows, takeWriterLock } from '../entries/rankings/writer-lock.js';
import { BoardSwitcher } from './board-switcher.js';
import { CatchPages, type CatchScope } from './catch-page.query.js';
import { earlierWritersEnded } from './earlier-writers.js';
import { ReplacedEntries } from './replaced-entries.query.js';

/** What a step of filling did. */
export interface FillStep {
  readonly rankings: number;
  readonly catches: number;
}

interface Group extends CatchScope {
  readonly rankings: readonly Ranking[];
  readonly from: CatchPosition;
}

/**
 * Fills new rankings with the catches that came before them, and replaces what boards show once a ranking is complete.
 * Rankings of the same catches are filled together. Each step is a short transaction that adds the next catches, in the
 * order of angler, time and id; changes of catches that the ranking has already are moved in it as in every other one.
 */
@Injectable()
export class RankingFiller {
  private readonly size = new BatchSize();

  constructor(
    @Inject(POOL) private readonly pool: pg.Pool,
    private readonly pages: CatchPages,
    private readonly decider: MoveDecider,
    private readonly writer: MoveWriter,
    private readonly replaced: ReplacedEntries,
    private readonly boards: BoardSwitcher,
    private readonly clock: Clock,
  ) {}

  /** Returns what it did; undefined when no ranking is to be filled. */
  async step(isOver: () => boolean = () => false): Promise<FillStep | undefined> {
    const waiting = await this.group(this.pool);
    if (!waiting) return undefined;
    const isNew = waiting.from.anglerId === '';
    // Until now consumers may have left out what counts nowhere else.
    if (isNew && waiting.countsUnverified && !(await earlierWritersEnded(this.pool, isOver)))
      return { rankings: 0, catches: 0 };
    let startedAt = performance.now();
    const max = this.size.value;
    const done = await inTransaction(this.pool, async (tx) => {
      await takeWriterLock(tx);
      await lookUpRows(tx);
      startedAt = performance.now();
      const group = await this.group(tx, waiting);
      return group ? this.fill(tx, group, max) : { rankings: 0, catches: 0 };
    });
    if (done.catches >= max || performance.now() - startedAt > 1_000) this.size.adapt(performance.now() - startedAt);
    return done;
  }

  private async fill(tx: Queryable, { rankings, from, ...scope }: Group, max: number): Promise<FillStep> {
    const { facts, end } = await this.pages.after(tx, scope, from, max);
    const added = facts.map((after) => ({ catchId: after.catchId, before: null, after, traceparent: null }));
    const open = rankings.map((ranking) => ({ ...ranking, filledThrough: null }));
    const decided = await this.decider.decide(tx, added, open);
    if (decided.length > 0) {
      const kept = await this.replaced.of(tx, decided);
      await this.writer.writeSilently(tx, decided, this.clock.now(), kept);
    }
    const ids = rankings.map(({ id }) => id);
    if (end === null) await this.boards.replace(tx, ids);
    else {
      const position = [end.anglerId, new Date(end.caughtAt).toISOString(), end.catchId, facts.length];
      await tx.query({ name: 'filled-through', text: ADVANCE, values: [ids, ...position] });
    }
    return { rankings: end === null ? ids.length : 0, catches: facts.length };
  }

  /** The rankings that are filled next; those of `known` that are still at the same position. */
  private async group(db: Queryable, known?: Group): Promise<Group | undefined> {
    const { rows } = await db.query<RankingRow>(NEXT, [known?.rankings.map(({ id }) => id) ?? null]);
    const rankings = rows.map(toRanking);
    const [first] = rankings;
    if (!first?.filledThrough) return undefined;
    const from = first.filledThrough;
    if (known && (known.from.catchId !== from.catchId || known.from.anglerId !== from.anglerId)) return undefined;
    const { speciesId, minVerificationTier } = first.rule;
    return { rankings, from, speciesId, countsUnverified: minVerificationTier === 'unverified' };
  }
}

const NEXT = `
  SELECT ${RANKING_COLUMNS} FROM rankings
  WHERE state = 'filling' AND ($1::int[] IS NULL OR id = ANY($1))
    AND (coalesce(species_id, ''), min_verification_tier = 'unverified', filled_angler_id, filled_caught_at,
      filled_catch_id) = (
      SELECT coalesce(species_id, ''), min_verification_tier = 'unverified', filled_angler_id, filled_caught_at,
        filled_catch_id
      FROM rankings WHERE state = 'filling' AND ($1::int[] IS NULL OR id = ANY($1)) ORDER BY id LIMIT 1
    )
  ORDER BY id`;

const ADVANCE = `
  UPDATE rankings SET filled_angler_id = $2, filled_caught_at = $3::timestamptz, filled_catch_id = $4,
    filled_catches = filled_catches + $5
  WHERE id = ANY($1)`;
