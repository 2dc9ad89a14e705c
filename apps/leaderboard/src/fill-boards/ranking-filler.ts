import { inTransaction, POOL } from '@cds/postgres';
import type { Queryable } from '@cds/postgres';
import { Clock } from '@cds/service-kit';
import { Inject, Injectable } from '@nestjs/common';
import type pg from 'pg';
import { UNKNOWN_ACCOUNT } from '../catches/catch-changes.js';
import type { CatchFact } from '../catches/catch-fact.js';
import { MoveDecider } from '../entries/move-entries/move-decider.js';
import { MoveWriter } from '../entries/move-entries/move-writer.js';
import { shareConnection } from '../entries/move-entries/shared-connection.js';
import type { CatchPosition, Ranking } from '../entries/rankings/ranking.js';
import { commitAsynchronously, lookUpRows, takeWriterLock } from '../entries/rankings/writer-lock.js';
import { builtEntries } from './built-entries.decision.js';
import { BuiltEntries } from './built-entries.store.js';
import { CatchPages } from './catch-page.query.js';
import { earlierWritersEnded } from './earlier-writers.js';
import { type FillGroup, FillGroups, rankingsOfCatch } from './fill-group.query.js';
import { FillSize } from './fill-size.js';
import { FillTurn } from './fill-turn.js';
import { RankingFinisher } from './ranking-finisher.js';
import { ReplacedEntries } from './replaced-entries.query.js';

/** What a step of filling did. */
export interface FillStep {
  /** Rankings that boards show now. */
  readonly rankings: number;
  readonly catches: number;
  /** Entries that were cut into the parts which ranks are added up from. */
  readonly ranked: number;
  /** Whether nothing was done because another copy fills rankings. */
  readonly isOvertaken: boolean;
}

const NOTHING: FillStep = { rankings: 0, catches: 0, ranked: 0, isOvertaken: false };
const OVERTAKEN: FillStep = { ...NOTHING, isOvertaken: true };

/** Into so many portions a full step is divided at most: while one is stored, the next one is computed. */
const PORTIONS = 8;

/**
 * Fills new rankings with the catches that came before them, and replaces what boards show once a ranking is complete.
 * Rankings of the same catches are filled together. Each step is a short transaction that adds the next anglers with
 * all their catches; changes of catches that the ranking has already are moved in it as in every other one.
 */
@Injectable()
export class RankingFiller {
  constructor(
    @Inject(POOL) private readonly pool: pg.Pool,
    private readonly groups: FillGroups,
    private readonly pages: CatchPages,
    private readonly built: BuiltEntries,
    private readonly decider: MoveDecider,
    private readonly writer: MoveWriter,
    private readonly replaced: ReplacedEntries,
    private readonly finisher: RankingFinisher,
    private readonly turn: FillTurn,
    private readonly size: FillSize,
    private readonly clock: Clock,
  ) {}

  /** Returns what it did; undefined when no ranking is to be filled. */
  async step(isOver: () => boolean = () => false): Promise<FillStep | undefined> {
    const finished = await this.finisher.step();
    if (finished) return { ...NOTHING, ...finished };
    const group = await this.groups.next(this.pool, this.size.value);
    if (!group) return undefined;
    const isNew = group.from.anglerId === '';
    // Until now consumers may have left out what counts nowhere else.
    if (isNew && group.countsUnverified && !(await earlierWritersEnded(this.pool, isOver))) return NOTHING;
    let startedAt = performance.now();
    const max = Math.max(1, Math.floor(this.size.value / rankingsOfCatch(group.rankings)));
    const done = await inTransaction(this.pool, async (tx) => {
      if (!(await this.turn.take(tx))) return OVERTAKEN;
      await takeWriterLock(tx);
      await lookUpRows(tx);
      await commitAsynchronously(tx);
      startedAt = performance.now();
      return (await this.groups.isNext(tx, group)) ? this.fill(tx, group, max) : OVERTAKEN;
    });
    const ms = performance.now() - startedAt;
    if (done.catches > max / 2 || ms > 1_000) this.size.adapt(ms);
    return done;
  }

  private async fill(tx: pg.PoolClient, group: FillGroup, max: number): Promise<FillStep> {
    const { rankings, from } = group;
    const { facts, end, hasWholeAnglers } = await this.pages.after(tx, group, from, max);
    const portion = Math.ceil(this.size.value / PORTIONS);
    if (hasWholeAnglers)
      await this.built.add(tx, () => builtEntries(facts, rankings, portion), this.clock.now().getTime());
    else await this.addTo(tx, facts, rankings);
    await this.advance(tx, rankings, end, facts.length);
    return { ...NOTHING, catches: facts.length };
  }

  /** Adds catches of an angler who has more than a step takes: the rankings may have entries of theirs already. */
  private async addTo(tx: pg.PoolClient, facts: readonly CatchFact[], rankings: readonly Ranking[]): Promise<void> {
    const added = facts.map((after) => ({
      catchId: after.catchId,
      before: null,
      after,
      traceparent: null,
      accountId: UNKNOWN_ACCOUNT,
    }));
    const open = rankings.map((ranking) => ({ ...ranking, filledThrough: null }));
    await shareConnection(tx, async (connectionOf) => {
      const shared = connectionOf(0);
      const decided = await this.decider.decide(shared, added, open);
      if (decided.length === 0) return;
      const wanted = decided.flatMap(({ period, anglers }) => anglers.map(({ anglerId }) => ({ ...period, anglerId })));
      const [now, kept] = [this.clock.now().getTime(), await this.replaced.of(shared, wanted)];
      await this.writer.writeSilently({ tx: shared, reads: shared }, decided, now, kept);
    });
  }

  private async advance(
    tx: Queryable,
    rankings: readonly Ranking[],
    { anglerId, caughtAt, catchId }: CatchPosition,
    catches: number,
  ): Promise<void> {
    const ids = rankings.map(({ id }) => id);
    const values = [ids, anglerId, new Date(caughtAt).toISOString(), catchId, catches];
    await tx.query({ name: 'filled-through', text: ADVANCE, values });
  }
}

const ADVANCE = `
  UPDATE rankings SET filled_angler_id = $2, filled_caught_at = $3::timestamptz, filled_catch_id = $4,
    filled_catches = filled_catches + $5
  WHERE id = ANY($1)`;
