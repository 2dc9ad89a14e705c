import { RelayNotifier } from '@cds/event-store';
import { inTransaction, POOL } from '@cds/postgres';
import type { Queryable } from '@cds/postgres';
import { Inject, Injectable } from '@nestjs/common';
import type pg from 'pg';
import { END } from '../entries/rankings/ranking.js';
import { commitAsynchronously, lookUpRows, takeWriterLock } from '../entries/rankings/writer-lock.js';
import { RankTree } from '../entries/ranks/rank-tree.store.js';
import { BoardSwitcher } from './board-switcher.js';
import { FillTurn } from './fill-turn.js';
import { FILLING } from './filling.sql.js';

/** Rankings that are finished together. */
const BATCH = 24;

/** How many entries were cut into parts, or rankings finished. */
export interface Finished {
  readonly ranked: number;
  readonly rankings: number;
  /** Whether nothing was done because another copy fills rankings. */
  readonly isOvertaken: boolean;
}

/**
 * Finishes rankings that have all their entries: cuts these into the parts that ranks are added up from, and replaces
 * what boards show. Both are short transactions, between which entries may move.
 */
@Injectable()
export class RankingFinisher {
  constructor(
    @Inject(POOL) private readonly pool: pg.Pool,
    private readonly tree: RankTree,
    private readonly boards: BoardSwitcher,
    private readonly turn: FillTurn,
    private readonly relay: RelayNotifier,
  ) {}

  /** Returns undefined when none of the rankings that go first has all its entries. */
  async step(): Promise<Finished | undefined> {
    const ids = await this.complete();
    if (ids.length === 0) return undefined;
    const ranked = await this.inTurn(async (tx) => {
      await lookUpRows(tx);
      await commitAsynchronously(tx);
      return this.tree.cut(tx, ids);
    });
    if (ranked !== 0) return { rankings: 0, ranked: ranked ?? 0, isOvertaken: ranked === undefined };
    const rankings = await this.inTurn((tx) => this.finish(tx, ids));
    this.relay.wake();
    return { rankings: rankings ?? 0, ranked, isOvertaken: rankings === undefined };
  }

  /** Undefined when another copy fills rankings. */
  private inTurn(work: (tx: pg.PoolClient) => Promise<number>): Promise<number | undefined> {
    return inTransaction(this.pool, async (tx) => {
      if (!(await this.turn.take(tx))) return undefined;
      await takeWriterLock(tx);
      return work(tx);
    });
  }

  private async finish(tx: Queryable, rankingIds: readonly number[]): Promise<number> {
    const { rows } = await tx.query<{ id: number }>(STILL_COMPLETE, [rankingIds, END.anglerId]);
    const ids = rows.map(({ id }) => id);
    if (ids.length > 0) await this.boards.replace(tx, ids);
    return ids.length;
  }

  private async complete(): Promise<number[]> {
    const { rows } = await this.pool.query<{ id: number }>(COMPLETE, [END.anglerId, BATCH]);
    return rows.map(({ id }) => id);
  }
}

const COMPLETE = `
  WITH ${FILLING}
  SELECT id FROM filling WHERE filled_angler_id = $1 AND due_at = (SELECT min(due_at) FROM filling)
  ORDER BY id LIMIT $2`;

const STILL_COMPLETE = `
  SELECT id FROM rankings WHERE state = 'filling' AND id = ANY($1) AND filled_angler_id = $2 ORDER BY id`;
