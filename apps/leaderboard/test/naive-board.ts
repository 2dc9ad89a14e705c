import type { BoardRule } from '../src/boards/board.js';
import type { CatchFact } from '../src/catches/catch-fact.js';
import { type Contribution, contributionOf, COUNTING } from '../src/entries/contribution.js';
import type { LeaderboardEntryChanged } from '../src/entries/entry.events.js';
import { bestOf, byRank, type Score, sameScore, valueOf } from '../src/entries/score.js';

type Changed = Omit<LeaderboardEntryChanged['data'], 'board' | 'period'>;
interface Led {
  readonly leader: string | null;
  readonly previous: string | null;
}

/** A board computed in the simplest way: all catches in memory, everything sorted again after each change. */
export class NaiveBoard {
  /** The events of each period. */
  readonly events = new Map<string, (Changed | Led)[]>();
  readonly previousRanks = new Map<string, number | null>();
  private readonly catches = new Map<string, CatchFact>();

  constructor(readonly rule: BoardRule) {}

  apply(fact: CatchFact): void {
    const former = this.catches.get(fact.catchId);
    if (former && former.version >= fact.version) return;
    const periods = new Set([former ?? null, fact].flatMap((one) => contributionOf(this.rule, one)?.period ?? []));
    if (former && former.anglerId !== fact.anglerId) {
      const gone = { ...former, deleted: true };
      this.change(periods, former.anglerId, () => this.catches.set(fact.catchId, gone));
    }
    this.change(periods, fact.anglerId, () => this.catches.set(fact.catchId, fact));
  }

  /** Many catches at once, without events. */
  load(facts: readonly CatchFact[]): void {
    for (const fact of facts)
      if ((this.catches.get(fact.catchId)?.version ?? 0) < fact.version) this.catches.set(fact.catchId, fact);
  }

  /** The periods with entries. */
  periods(): string[] {
    return [...new Set(this.contributions().map(({ period }) => period))].sort();
  }

  ranking(period = 'all'): Score[] {
    const within = this.contributions().filter((one) => one.period === period);
    const ofAngler = Map.groupBy(within, ({ anglerId }) => anglerId);
    return [...ofAngler].map(([anglerId, ofOne]) => this.scoreOf(anglerId, ofOne)).sort(byRank);
  }

  private contributions(): Contribution[] {
    return [...this.catches.values()].flatMap((fact) => contributionOf(this.rule, fact) ?? []);
  }

  private scoreOf(anglerId: string, contributions: readonly Contribution[]): Score {
    const scores = contributions.map(({ placement, caughtAt, catchId }) => ({
      anglerId,
      placement,
      achievedAt: caughtAt,
      catchId,
    }));
    const times = contributions.map(({ caughtAt }) => caughtAt);
    switch (COUNTING[this.rule.metric]) {
      case 'best':
        return bestOf(scores) ?? { anglerId, placement: 0, achievedAt: 0, catchId: null };
      case 'sum':
        return {
          anglerId,
          placement: scores.reduce((sum, { placement }) => sum + placement, 0),
          achievedAt: Math.max(...times),
          catchId: null,
        };
      case 'species': {
        const bySpecies = [...Map.groupBy(contributions, ({ speciesId }) => speciesId).values()];
        const firsts = bySpecies.map((ofOne) => Math.min(...ofOne.map(({ caughtAt }) => caughtAt)));
        return {
          anglerId,
          placement: -1_000 * firsts.length,
          achievedAt: Math.max(...firsts),
          catchId: null,
        };
      }
    }
  }

  private change(periods: Iterable<string>, anglerId: string, change: () => void): void {
    const before = [...periods].map((period) => ({ period, ranking: this.ranking(period) }));
    change();
    for (const { period, ranking } of before) this.compare(period, anglerId, ranking, this.ranking(period));
  }

  private compare(period: string, anglerId: string, before: readonly Score[], after: readonly Score[]): void {
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
    const events = this.events.get(period) ?? [];
    this.events.set(period, events);
    events.push({ anglerId, ...now, previousRank: from.rank, displaced: displaced.slice(0, 10), previous });
    const [leader, former] = [after[0]?.anglerId ?? null, before[0]?.anglerId ?? null];
    if (leader !== former) events.push({ leader, previous: former });
    this.previousRanks.set(`${period}/${anglerId}`, from.rank);
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
  score: score && valueOf(score),
  catchId: score?.catchId ?? null,
  achievedAt: score && new Date(score.achievedAt).toISOString(),
});
