import { Injectable } from '@nestjs/common';
import { byRank, indexIn, type Score } from '../score.js';
import type { Move } from './move.js';
import { TOP } from './rank-moves.decision.js';

/** As many first entries of a period are kept: some of them may leave before they have to be read again. */
export const KEPT = TOP + 40;
/**
 * Over all periods, about 60 MB: the first entries of all boards of 625 species in the periods of a month are about
 * 310,000. With less room, what is read for one batch goes before the next one needs it.
 */
const MAX_SCORES = 400_000;

/** The first entries of a period of a ranking, best first. */
export interface FirstEntries {
  readonly scores: readonly Score[];
  /** Whether these are all. */
  readonly isWhole: boolean;
}

/** What is known of a period: its first entries, or only the last of the `TOP` first ones. */
export type KnownTop = FirstEntries | { readonly last: Score };

type Kept = KnownTop & { readonly movedAt: number | null };

const sizeOf = (known: KnownTop | undefined): number =>
  known === undefined ? 0 : 'last' in known ? 1 : known.scores.length;

/**
 * The first entries of the periods in which entries moved last. What is kept counts for as long as the time of the
 * period's last move is the same: whichever copy of the service moves an entry sets a later one.
 */
@Injectable()
export class TopCache {
  private readonly periods = new Map<number, Kept>();
  private size = 0;

  of(periodId: number, lastMovedAt: number | null): KnownTop | undefined {
    const known = this.periods.get(periodId);
    if (known?.movedAt !== lastMovedAt) return undefined;
    this.remove(periodId);
    this.add(periodId, known);
    return known;
  }

  /** Whichever was used least recently goes first. */
  set(periodId: number, lastMovedAt: number | null, known: KnownTop): void {
    this.remove(periodId);
    this.add(periodId, { ...known, movedAt: lastMovedAt });
    for (const [id] of this.periods) {
      if (this.size <= MAX_SCORES) return;
      this.remove(id);
    }
  }

  remove(periodId: number): void {
    this.size -= sizeOf(this.periods.get(periodId));
    this.periods.delete(periodId);
  }

  private add(periodId: number, kept: Kept): void {
    this.periods.set(periodId, kept);
    this.size += sizeOf(kept);
  }
}

/** Whether a move begins or ends at this score or before it. */
export const reaches = (moves: readonly Move[], last: Score): boolean =>
  moves.some(({ from, to }) => [from, to].some((score) => score && byRank(score, last) <= 0));

/** What is known of a period after some moves; undefined when that is too little. */
export const knownAfter = (known: KnownTop, moves: readonly Move[]): KnownTop | undefined => {
  if (!('last' in known)) return afterMoves(known, moves);
  return reaches(moves, known.last) ? undefined : known;
};

/** The first entries after some moves; undefined when too few of them are known. */
export const afterMoves = ({ scores, isWhole }: FirstEntries, moves: readonly Move[]): FirstEntries | undefined => {
  const last = scores.at(-1);
  const isAmong = (score: Score | null): score is Score =>
    score !== null && (isWhole || (last !== undefined && byRank(score, last) <= 0));
  const kept = [...scores];
  for (const { from, to } of moves) {
    if (isAmong(from)) kept.splice(indexIn(kept, from), 1);
    if (isAmong(to)) kept.splice(indexIn(kept, to), 0, to);
  }
  if (kept.length > KEPT) return { scores: kept.slice(0, KEPT), isWhole: false };
  return isWhole || kept.length >= TOP ? { scores: kept, isWhole } : undefined;
};
