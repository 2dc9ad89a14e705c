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

/** By `ranking_periods` and angler. */
type Standings = ReadonlyMap<number, ReadonlyMap<string, Standing>>;

/** A board in the current period, with its first entries before and after, and their anglers. */
interface Compared extends BoardSwitch {
  readonly period: string;
  readonly from: SidePeriod | undefined;
  readonly to: SidePeriod | undefined;
  readonly anglerIds: readonly string[];
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
    const compared = await this.compared(db, switches);
    const standings = await this.standings(db, compared);
    return compared.flatMap((one) => differences(one, standings));
  }

  /** Boards whose first entries differ, with those of both sides. */
  private async compared(db: Queryable, switches: readonly BoardSwitch[]): Promise<Compared[]> {
    const wanted = switches.map((one) => ({ ...one, period: currentPeriod(one.board.rule.period, one.at).id }));
    const sides = wanted.flatMap(({ fromId, toId, period }) =>
      [fromId, toId].flatMap((rankingId) => (rankingId === null ? [] : [{ rankingId, period }])),
    );
    const tops = await this.tops.of(db, sides, PUBLISHED_RANKS);
    return wanted.flatMap((one) => {
      const from = one.fromId === null ? undefined : tops.get(`${one.fromId}/${one.period}`);
      const to = tops.get(`${one.toId}/${one.period}`);
      if (isSameTop(from?.top ?? [], to?.top ?? [])) return [];
      const anglerIds = [...new Set([...(to?.top ?? []), ...(from?.top ?? [])].map(({ anglerId }) => anglerId))];
      return [{ ...one, from, to, anglerIds }];
    });
  }

  /** The entries and ranks of all anglers on both sides. Those of the first entries are known. */
  private async standings(db: Queryable, compared: readonly Compared[]): Promise<Standings> {
    const sides = compared.flatMap(({ from, to, anglerIds }) =>
      [from, to].flatMap((side) => (side ? [{ ...side, anglerIds }] : [])),
    );
    const standings = new Map(sides.map(({ id, top }) => [id, standingsOf(top)]));
    const wanted = sides.flatMap(({ id: periodId, anglerIds }) =>
      anglerIds.flatMap((anglerId) => (standings.get(periodId)?.has(anglerId) ? [] : [{ anglerId, periodId }])),
    );
    if (wanted.length === 0) return standings;
    const entries = await this.entries.of(db, wanted);
    const scores = wanted.flatMap(({ periodId }, index) => {
      const score = entries[index]?.score;
      return score ? [{ ...score, periodId, score }] : [];
    });
    const ranks = await this.ranks.ranksOf(db, scores);
    scores.forEach(({ periodId, score }, index) => {
      standings.get(periodId)?.set(score.anglerId, { score, rank: ranks[index] ?? 1 });
    });
    return standings;
  }
}

const standingsOf = (top: readonly Score[]): Map<string, Standing> =>
  new Map(top.map((score, index) => [score.anglerId, { score, rank: index + 1 }]));

const isSameTop = (a: readonly Score[], b: readonly Score[]): boolean =>
  a.length === b.length && a.every((score, index) => sameScore(score, b[index] ?? null));

const differences = (
  { board, at, traceparent, period, from, to, anglerIds }: Compared,
  standings: Standings,
): TimedEvent[] => {
  const [before, after] = [from, to].map((side) => side && standings.get(side.id));
  const leader = { from: from?.top[0] ?? null, to: to?.top[0] ?? null };
  const hasOtherLeader = leader.from?.anglerId !== leader.to?.anglerId;
  const moves = anglerIds.flatMap((anglerId) => {
    const [old, now] = [before?.get(anglerId), after?.get(anglerId)];
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
};
