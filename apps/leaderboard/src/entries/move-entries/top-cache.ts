import { Injectable } from '@nestjs/common';
import { byRank, type Score } from '../score.js';
import type { Move } from './moves.decision.js';
import { TOP } from './rank-moves.decision.js';

/** As many first entries of a period are kept: some of them may leave before they have to be read again. */
export const KEPT = TOP + 40;
/** Over all periods, about 30 MB. */
const MAX_SCORES = 100_000;

/** The first entries of a period of a ranking, best first. */
export interface FirstEntries {
  readonly scores: readonly Score[];
  /** Whether these are all. */
  readonly isWhole: boolean;
}

interface Kept extends FirstEntries {
  readonly movedAt: number | null;
}

/**
 * The first entries of the periods in which entries moved last. What is kept counts for as long as the time of the
 * period's last move is the same: whichever copy of the service moves an entry sets a later one.
 */
@Injectable()
export class TopCache {
  private readonly periods = new Map<number, Kept>();
  private size = 0;

  of(periodId: number, lastMovedAt: Date | null): FirstEntries | undefined {
    const known = this.periods.get(periodId);
    if (known?.movedAt !== (lastMovedAt?.getTime() ?? null)) return undefined;
    this.remove(periodId);
    this.add(periodId, known);
    return known;
  }

  /** Whichever was used least recently goes first. */
  set(periodId: number, lastMovedAt: Date | null, first: FirstEntries): void {
    this.remove(periodId);
    this.add(periodId, { ...first, movedAt: lastMovedAt?.getTime() ?? null });
    for (const [id] of this.periods) {
      if (this.size <= MAX_SCORES) return;
      this.remove(id);
    }
  }

  remove(periodId: number): void {
    this.size -= this.periods.get(periodId)?.scores.length ?? 0;
    this.periods.delete(periodId);
  }

  private add(periodId: number, kept: Kept): void {
    this.periods.set(periodId, kept);
    this.size += kept.scores.length;
  }
}

/** The first entries after some moves; undefined when too few of them are known. */
export const afterMoves = ({ scores, isWhole }: FirstEntries, moves: readonly Move[]): FirstEntries | undefined => {
  const last = scores.at(-1);
  const results = new Map(moves.map(({ anglerId, to }) => [anglerId, to]));
  const isAmong = (score: Score): boolean => isWhole || (last !== undefined && byRank(score, last) <= 0);
  const added = [...results.values()].filter((to) => to !== null).filter(isAmong);
  const kept = [...scores.filter(({ anglerId }) => !results.has(anglerId)), ...added].sort(byRank);
  if (kept.length > KEPT) return { scores: kept.slice(0, KEPT), isWhole: false };
  return isWhole || kept.length >= TOP ? { scores: kept, isWhole } : undefined;
};
