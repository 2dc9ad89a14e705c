import type { Displaced } from '../entry.events.js';
import { byRank, indexIn, type Score } from '../score.js';
import type { Move } from './move.js';

/** The max number of displaced entries that an event lists. */
export const MAX_DISPLACED = 10;
/** Moves within the first ranks are published, and those into and out of them. */
export const PUBLISHED_RANKS = 100;
/** As many first entries tell of every published move what it needs. */
export const TOP = PUBLISHED_RANKS + MAX_DISPLACED;

/** What is known of a ranking's period at the start of a batch. */
export interface KnownRanks {
  /** The first `TOP` entries of anglers who do not move, best first. */
  readonly top: readonly Score[];
  /** Whether `top` has all entries of anglers who do not move. */
  readonly isWhole: boolean;
  /** Entries of the moving anglers before the batch. */
  readonly movers: readonly Score[];
  /** The ranks that scores beyond the top had, or would have had, before the batch. */
  readonly ranks: ReadonlyMap<Score, number>;
  /** For scores beyond the top: the first entries that are worse, of anglers who do not move. */
  readonly followers: ReadonlyMap<Score, readonly Score[]>;
}

/** Without a rank where none was looked up, which means that the move is none of the published ones. */
export interface RankedMove extends Move {
  /** Null on leaving. */
  readonly rank?: number | null | undefined;
  /** Null on entering. */
  readonly previousRank?: number | null | undefined;
  readonly displaced?: Displaced[];
  readonly isPublished?: boolean;
  /** Who leads after the move, and before it; undefined when that is certainly the same angler. */
  readonly leader?: LeaderChange;
}

export interface LeaderChange {
  readonly from: Score | null;
  readonly to: Score | null;
}

/** Applies the moves one after another and adds the ranks at each. */
export const rankMoves = (
  moves: readonly Move[],
  known: KnownRanks,
  watched: ReadonlySet<string>,
): readonly RankedMove[] => {
  if (isUnknown(moves, known, watched)) return moves;
  const ranks = new RanksDuringMoves(known);
  return moves.map((move) => {
    const before = ranks.leader();
    const previousRank = move.from && ranks.takeOut(move.from);
    const rank = move.to && ranks.of(move.to);
    const isPublished = watched.has(move.anglerId) || isAmongFirst(previousRank) || isAmongFirst(rank);
    const displaced = isPublished && move.to ? displacedBy(rank, previousRank, () => ranks.followersOf(move.to)) : [];
    if (move.to) ranks.putIn(move.to);
    const after = ranks.leader();
    const leads = hasTop(known) && before?.anglerId !== after?.anglerId && { leader: { from: before, to: after } };
    return { ...move, rank, previousRank, displaced, isPublished, ...leads };
  });
};

/** Whether the first entries were looked up. Where they were not, no move reaches them, and the leader stays. */
const hasTop = ({ top, isWhole }: KnownRanks): boolean => isWhole || top.length > 0;

/** Whether nothing was looked up for these moves, as for most: none of them is published. */
const isUnknown = (moves: readonly Move[], known: KnownRanks, watched: ReadonlySet<string>): boolean =>
  !hasTop(known) &&
  moves.every(({ anglerId, from, to }) => {
    const isLookedUp = (score: Score | null): boolean => score !== null && known.ranks.has(score);
    return !watched.has(anglerId) && !isLookedUp(from) && !isLookedUp(to);
  });

const isAmongFirst = (rank: number | null | undefined): boolean => typeof rank === 'number' && rank <= PUBLISHED_RANKS;

class RanksDuringMoves {
  private readonly start: readonly Score[];
  private readonly moving: Score[];

  constructor(private readonly known: KnownRanks) {
    this.start = [...known.movers].sort(byRank);
    this.moving = [...this.start];
  }

  leader(): Score | null {
    const [unchanged, moving] = [this.known.top[0], this.moving[0]];
    if (unchanged === undefined || moving === undefined) return unchanged ?? moving ?? null;
    return byRank(unchanged, moving) < 0 ? unchanged : moving;
  }

  /** The rank of a score, or the one that it would have; undefined where it was not looked up. */
  of(score: Score): number | undefined {
    const better = this.countUnchangedBetter(score);
    return better === undefined ? undefined : 1 + better + indexIn(this.moving, score);
  }

  takeOut(score: Score): number | undefined {
    const rank = this.of(score);
    this.moving.splice(indexIn(this.moving, score), 1);
    return rank;
  }

  putIn(score: Score): void {
    this.moving.splice(indexIn(this.moving, score), 0, score);
  }

  followersOf(score: Score | null): Score[] {
    if (score === null) return [];
    const at = indexIn(this.moving, score);
    const from = indexIn(this.known.top, score);
    const unchanged = this.isInTop(score)
      ? this.known.top.slice(from, from + MAX_DISPLACED)
      : this.known.followers.get(score);
    return [...(unchanged ?? []), ...this.moving.slice(at, at + MAX_DISPLACED)].sort(byRank);
  }

  private countUnchangedBetter(score: Score): number | undefined {
    if (this.isInTop(score)) return indexIn(this.known.top, score);
    const rank = this.known.ranks.get(score);
    return rank === undefined ? undefined : rank - 1 - indexIn(this.start, score);
  }

  private isInTop(score: Score): boolean {
    const last = this.known.top.at(-1);
    return this.known.isWhole || (last !== undefined && byRank(score, last) <= 0);
  }
}

/** The entries between the new rank and the old one: each of them is one rank lower than before. */
const displacedBy = (
  rank: number | null | undefined,
  previousRank: number | null | undefined,
  followersOf: () => readonly Score[],
): Displaced[] => {
  if (typeof rank !== 'number') return [];
  const passed = typeof previousRank === 'number' ? Math.min(previousRank - rank, MAX_DISPLACED) : MAX_DISPLACED;
  if (passed <= 0) return [];
  return followersOf()
    .slice(0, passed)
    .map(({ anglerId }, index) => ({ anglerId, rank: rank + index + 1, previousRank: rank + index }));
};
