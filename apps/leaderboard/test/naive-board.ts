import { type BoardRule, heaviestOf } from '../src/boards/board.js';
import type { CatchFact } from '../src/catches/catch-fact.js';
import type { LeaderboardEntryChanged } from '../src/entries/entry.events.js';
import { bestOf, byRank, type Score, scoreOn, sameScore } from '../src/entries/score.js';

type Changed = Omit<LeaderboardEntryChanged['data'], 'board' | 'period'>;

/** A board computed in the simplest way: all catches in memory, everything sorted again after each change. */
export class NaiveBoard {
  readonly events: Changed[] = [];
  readonly previousRanks = new Map<string, number | null>();
  private readonly rule: BoardRule;
  private readonly catches = new Map<string, CatchFact>();

  constructor(speciesId: string | null) {
    this.rule = heaviestOf(speciesId);
  }

  apply(fact: CatchFact): void {
    const former = this.catches.get(fact.catchId);
    if (former && former.version >= fact.version) return;
    if (former && former.anglerId !== fact.anglerId)
      this.change(former.anglerId, () => this.catches.set(fact.catchId, { ...former, deleted: true }));
    this.change(fact.anglerId, () => this.catches.set(fact.catchId, fact));
  }

  /** Many catches at once, without events. */
  load(facts: readonly CatchFact[]): void {
    for (const fact of facts)
      if ((this.catches.get(fact.catchId)?.version ?? 0) < fact.version) this.catches.set(fact.catchId, fact);
  }

  ranking(): Score[] {
    const scores = [...this.catches.values()].flatMap((fact) => scoreOn(this.rule, fact) ?? []);
    const ofAngler = Map.groupBy(scores, ({ anglerId }) => anglerId);
    return [...ofAngler.values()].flatMap((ofOne) => bestOf(ofOne) ?? []).sort(byRank);
  }

  private change(anglerId: string, change: () => void): void {
    const before = this.ranking();
    change();
    const after = this.ranking();
    const [from, to] = [positionOf(before, anglerId), positionOf(after, anglerId)];
    if (sameScore(from.score, to.score)) return;
    const rankBefore = new Map(before.map((one, index) => [one.anglerId, index + 1]));
    const displaced = after.flatMap((one, index) => {
      const previousRank = rankBefore.get(one.anglerId);
      return one.anglerId !== anglerId && previousRank !== undefined && previousRank < index + 1
        ? [{ anglerId: one.anglerId, rank: index + 1, previousRank }]
        : [];
    });
    const [old, now] = [valuesOf(from), valuesOf(to)];
    const previous = Object.fromEntries(
      Object.entries(old).filter(([field, value]) => value !== now[field as keyof typeof now]),
    );
    this.events.push({ anglerId, ...now, previousRank: from.rank, displaced: displaced.slice(0, 10), previous });
    this.previousRanks.set(anglerId, from.rank);
  }
}

interface Position {
  score: Score | null;
  rank: number | null;
}

const positionOf = (ranking: readonly Score[], anglerId: string): Position => {
  const index = ranking.findIndex((one) => one.anglerId === anglerId);
  return { score: ranking[index] ?? null, rank: index < 0 ? null : index + 1 };
};

const valuesOf = ({ score, rank }: Position) => ({
  rank,
  score: score?.value ?? null,
  catchId: score?.catchId ?? null,
  achievedAt: score?.achievedAt.toISOString() ?? null,
});
