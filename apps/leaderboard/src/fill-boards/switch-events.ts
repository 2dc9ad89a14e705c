import type { Queryable } from '@cds/postgres';
import { Injectable } from '@nestjs/common';
import type { Board } from '../boards/board.js';
import { currentPeriod } from '../boards/period.js';
import { TopEntries } from '../entries/close-periods/top-entries.query.js';
import type { TimedEvent } from '../entries/move-entries/board-events.store.js';
import { eventsOf } from '../entries/move-entries/entry-changed.decision.js';
import { PUBLISHED_RANKS } from '../entries/move-entries/rank-moves.decision.js';
import { RankedEntries } from '../entries/move-entries/ranked-entries.store.js';
import { Ranks } from '../entries/ranks/ranks.query.js';
import { type Score, sameScore } from '../entries/score.js';

/** A board that shows another ranking than before. */
export interface BoardSwitch {
  readonly board: Board;
  /** Null for a board that showed nothing. */
  readonly fromId: number | null;
  readonly toId: number;
  readonly at: Date;
  readonly traceparent: string | null;
}

interface SidePeriod {
  readonly id: number;
  readonly top: readonly Score[];
}

interface Standing {
  readonly score: Score;
  readonly rank: number;
}

/**
 * The events of boards that show another ranking: of anglers who are among the first hundred before or after, as far as
 * their entries differ, and of the leader. They are of the current period: what was over is not announced again.
 */
@Injectable()
export class SwitchEvents {
  constructor(
    private readonly tops: TopEntries,
    private readonly entries: RankedEntries,
    private readonly ranks: Ranks,
  ) {}

  async of(db: Queryable, switches: readonly BoardSwitch[]): Promise<TimedEvent[]> {
    const periods = switches.map(({ board, at }) => currentPeriod(board.rule.period, at).id);
    const sides = switches.flatMap(({ fromId, toId }, index) => {
      const period = periods[index] ?? '';
      return [fromId, toId].flatMap((rankingId) => (rankingId === null ? [] : [{ rankingId, period }]));
    });
    const tops = await this.tops.of(db, sides, PUBLISHED_RANKS);
    const events: TimedEvent[] = [];
    for (const [index, one] of switches.entries()) {
      const period = periods[index] ?? '';
      const from = one.fromId === null ? undefined : tops.get(`${one.fromId}/${period}`);
      const to = tops.get(`${one.toId}/${period}`);
      if (from || to) events.push(...(await this.differences(db, one, period, from, to)));
    }
    return events;
  }

  private async differences(
    db: Queryable,
    { board, at, traceparent }: BoardSwitch,
    period: string,
    from: SidePeriod | undefined,
    to: SidePeriod | undefined,
  ): Promise<TimedEvent[]> {
    const anglerIds = [...new Set([...(to?.top ?? []), ...(from?.top ?? [])].map(({ anglerId }) => anglerId))];
    const [before, after] = [await this.standings(db, from, anglerIds), await this.standings(db, to, anglerIds)];
    const leader = { from: from?.top[0] ?? null, to: to?.top[0] ?? null };
    const hasOtherLeader = leader.from?.anglerId !== leader.to?.anglerId;
    const moves = anglerIds.flatMap((anglerId) => {
      const [old, now] = [before.get(anglerId), after.get(anglerId)];
      if (sameScore(old?.score ?? null, now?.score ?? null)) return [];
      const [rank, previousRank] = [now?.rank ?? null, old?.rank ?? null];
      const values = { from: old?.score ?? null, to: now?.score ?? null, rank, previousRank };
      return [{ anglerId, traceparent, displaced: [], isPublished: true, ...values }];
    });
    // The leader changes with the first of the moves, which is that of the new leader if there is one.
    const last = moves.findIndex(({ anglerId }) => anglerId === leader.to?.anglerId);
    const at0 = Math.max(last, 0);
    return moves.flatMap((move, index) =>
      eventsOf(board, period, { ...move, ...(hasOtherLeader && index === at0 && { leader }) }).map((event) => ({
        boardId: board.id,
        period,
        event,
        at,
        traceparent,
      })),
    );
  }

  private async standings(
    db: Queryable,
    side: SidePeriod | undefined,
    anglerIds: readonly string[],
  ): Promise<Map<string, Standing>> {
    if (!side) return new Map();
    const periodId = side.id;
    const found = (
      await this.entries.of(
        db,
        anglerIds.map((anglerId) => ({ anglerId, periodId })),
      )
    ).get(periodId);
    const scores = [...(found ?? new Map<string, never>()).values()].map(({ score }: { score: Score }) => score);
    const ranks = await this.ranks.ranksOf(
      db,
      scores.map((score) => ({ ...score, periodId })),
    );
    return new Map(scores.map((score, index) => [score.anglerId, { score, rank: ranks[index] ?? 1 }]));
  }
}
