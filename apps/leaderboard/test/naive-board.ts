import { type BoardRule, heaviestOf } from '../src/boards/board.js';
import type { CatchFact } from '../src/catches/catch-fact.js';
import type { LeaderboardEntryChanged } from '../src/entries/entry.events.js';
import { bestOf, byRank, type Placing, placingOn, samePlacing } from '../src/entries/placing.js';

type Told = Omit<LeaderboardEntryChanged['data'], 'board' | 'period'>;

/** A board done the slow and obvious way: all catches in memory, everything sorted anew after each change. */
export class NaiveBoard {
  readonly events: Told[] = [];
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

  ranking(): Placing[] {
    const placings = [...this.catches.values()].flatMap((fact) => placingOn(this.rule, fact) ?? []);
    const anglers = new Set(placings.map(({ anglerId }) => anglerId));
    return [...anglers]
      .flatMap((anglerId) => bestOf(placings.filter((one) => one.anglerId === anglerId)) ?? [])
      .sort(byRank);
  }

  private change(anglerId: string, change: () => void): void {
    const before = this.ranking();
    change();
    const after = this.ranking();
    const [from, to] = [placeOf(before, anglerId), placeOf(after, anglerId)];
    if (samePlacing(from.placing, to.placing)) return;
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

interface Place {
  placing: Placing | null;
  rank: number | null;
}

const placeOf = (ranking: readonly Placing[], anglerId: string): Place => {
  const index = ranking.findIndex((one) => one.anglerId === anglerId);
  return { placing: ranking[index] ?? null, rank: index < 0 ? null : index + 1 };
};

const valuesOf = ({ placing, rank }: Place) => ({
  rank,
  score: placing?.score ?? null,
  catchId: placing?.catchId ?? null,
  achievedAt: placing?.achievedAt.toISOString() ?? null,
});
