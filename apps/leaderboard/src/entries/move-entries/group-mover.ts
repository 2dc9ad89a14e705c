import { Clock } from '@cds/service-kit';
import { Injectable } from '@nestjs/common';
import type { RankingPeriod } from '../rankings/ranking-periods.store.js';
import { type DeepRanks, KnownRanksQuery } from './known-ranks.query.js';
import { type DecidedMoves, MoveDecider } from './move-decider.js';
import type { MoveSession } from './move-sessions.js';
import { MoveWriter } from './move-writer.js';
import type { Move } from './move.js';
import { rankMoves } from './rank-moves.decision.js';
import type { RankingChange } from './ranking-changes.decision.js';
import { SpeciesTallies } from './species-tallies.store.js';
import { knownAfter, type KnownTop, TopCache } from './top-cache.js';

export interface Moved {
  readonly periodId: number;
  readonly lastMovedAt: number;
  /** What is known of the first entries of the period after the moves; undefined when that is too little. */
  readonly known: KnownTop | undefined;
}

/** What the changes of a batch, or of one of its groups, came to. */
export interface Applied {
  readonly moved: readonly Moved[];
  /** Whether there are events to publish. */
  readonly hasEvents: boolean;
}

interface BatchOfGroup {
  /** All catches of the batch. */
  readonly catchIds: ReadonlySet<string>;
  /** The account of each of its anglers. */
  readonly accounts: ReadonlyMap<string, string>;
  /** Those of its anglers about whom every move is published. */
  readonly watched: ReadonlySet<string>;
  /** Those that its groups may still look up, all together. */
  readonly deepRanks: DeepRanks;
}

const NOTHING: Applied = { moved: [], hasEvents: false };

/** Moves the entries of some periods of rankings. The caller holds the writer's lock, and commits. */
@Injectable()
export class GroupMover {
  constructor(
    private readonly decider: MoveDecider,
    private readonly tallies: SpeciesTallies,
    private readonly ranks: KnownRanksQuery,
    private readonly writer: MoveWriter,
    private readonly cache: TopCache,
    private readonly clock: Clock,
  ) {}

  /** Whole periods, which no other group of the batch changes. */
  async apply(session: MoveSession, changes: readonly RankingChange[], batch: BatchOfGroup): Promise<Applied> {
    const { decided, tallies } = await this.decider.decideSome(session, changes, batch.catchIds);
    const stored = this.tallies.write(session.tx, tallies);
    const [, applied] = await Promise.all([stored, this.moveAll(session, decided, batch)]);
    return applied;
  }

  private async moveAll(session: MoveSession, decided: readonly DecidedMoves[], batch: BatchOfGroup): Promise<Applied> {
    const filling = decided.filter(({ ranking }) => ranking.filledThrough !== null);
    if (filling.length > 0) await this.writer.writeSilently(session, filling, this.clock.now().getTime());
    const live = decided.filter(({ ranking }) => ranking.filledThrough === null);
    return live.length > 0 ? this.move(session, live, batch) : NOTHING;
  }

  private async move(
    session: MoveSession,
    decided: readonly DecidedMoves[],
    { accounts, watched, deepRanks }: BatchOfGroup,
  ): Promise<Applied> {
    const known = await this.ranks.of(session.reads, decided.map(toMovesIn), watched, deepRanks);
    const ranked = decided.map((one, index) => {
      const ofPeriod = known[index];
      return { ...one, moves: ofPeriod ? rankMoves(one.moves, ofPeriod, watched) : [] };
    });
    const now = this.clock.now().getTime();
    const { lastMovedAt, hasEvents } = await this.writer.write(session, ranked, { now, accounts });
    const moved = decided.flatMap(({ period, moves }, index) => {
      const at = lastMovedAt[index];
      return at === undefined ? [] : [{ periodId: period.id, lastMovedAt: at, known: this.knownAfter(period, moves) }];
    });
    return { moved, hasEvents };
  }

  /** Computed at once: moves that are kept until the batch is committed are copied by garbage collection until then. */
  private knownAfter(period: RankingPeriod, moves: readonly Move[]): KnownTop | undefined {
    const known = this.cache.of(period.id, period.lastMovedAt);
    return known && knownAfter(known, moves);
  }
}

const toMovesIn = ({ period, moves, anglers }: DecidedMoves) => ({
  periodId: period.id,
  entryCount: period.entryCount,
  lastMovedAt: period.lastMovedAt,
  moves,
  movers: anglers.flatMap(({ entry }) => entry?.score ?? []),
});
