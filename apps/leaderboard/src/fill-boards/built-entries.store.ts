import { copyLine, copyRows } from '@cds/postgres';
import { Injectable } from '@nestjs/common';
import type pg from 'pg';
import { RankingPeriods } from '../entries/rankings/ranking-periods.store.js';
import { RankTree } from '../entries/ranks/rank-tree.store.js';
import type { BuiltEntry } from './built-entries.decision.js';
import { type KeptEntry, ReplacedEntries } from './replaced-entries.query.js';

const ENTRY_COLUMNS = [
  'angler_id',
  'period_id',
  'placement',
  'achieved_at',
  'catch_id',
  'catches',
  'previous_rank',
  'known_from',
];
const TALLY_COLUMNS = ['angler_id', 'period_id', 'species_id', 'catches', 'first_caught_at'];

type PeriodEntry = BuiltEntry & { readonly periodId: number };

/** Stores entries of anglers of whom their rankings have none yet. The caller holds the writer's lock. */
@Injectable()
export class BuiltEntries {
  constructor(
    private readonly periods: RankingPeriods,
    private readonly tree: RankTree,
    private readonly replaced: ReplacedEntries,
  ) {}

  /** An entry that is the same in the ranking that is being replaced goes on as what it is there. */
  async add(tx: pg.PoolClient, built: readonly BuiltEntry[], now: Date): Promise<void> {
    if (built.length === 0) return;
    const entries = await this.inPeriods(tx, built);
    const kept = await this.replaced.of(tx, built.map(toWanted));
    await copyRows(tx, 'ranked_entries', ENTRY_COLUMNS, entryLines(entries, kept, now), []);
    await copyRows(tx, 'species_tallies', TALLY_COLUMNS, tallyLines(entries), []);
    await this.count(tx, entries, now);
  }

  private async inPeriods(tx: pg.PoolClient, built: readonly BuiltEntry[]): Promise<PeriodEntry[]> {
    const wanted = new Map(built.map(({ ranking, period }) => [keyOf(ranking.id, period), { ranking, period }]));
    const keys = [...wanted.values()].map(({ ranking, period }) => ({ rankingId: ranking.id, period }));
    const periods = await this.periods.ensure(tx, keys);
    const ids = new Map(periods.map(({ id, rankingId, period }) => [keyOf(rankingId, period), id]));
    return built.map((entry) => ({ ...entry, periodId: ids.get(keyOf(entry.ranking.id, entry.period)) ?? 0 }));
  }

  /** Nobody looks for ranks in what is being filled: its entries are one part until they are all there. */
  private async count(tx: pg.PoolClient, entries: readonly PeriodEntry[], now: Date): Promise<void> {
    const counts = new Map<number, number>();
    for (const { periodId } of entries) counts.set(periodId, (counts.get(periodId) ?? 0) + 1);
    const growths = [...counts].map(([id, count]) => ({ id, entries: count, lastMovedAt: now }));
    await this.periods.grow(tx, growths);
    const cut = await this.tree.addToWhole(tx, growths);
    const places = entries.filter(({ periodId }) => cut.has(periodId));
    await this.tree.change(
      tx,
      places.map(({ score, periodId }) => ({ ...score, periodId, entries: 1 })),
      false,
    );
  }
}

const entryLines = function* (entries: readonly PeriodEntry[], kept: KeptEntry, now: Date): Generator<string> {
  const textOf = timeTexts();
  for (const { ranking, period, periodId, score, catches } of entries) {
    const { previousRank = null, knownFrom = now } = kept(ranking.id, period, score) ?? {};
    const { anglerId, placement, achievedAt, catchId } = score;
    const times = [textOf(achievedAt), textOf(knownFrom)] as const;
    yield copyLine([anglerId, periodId, placement, times[0], catchId, catches, previousRank, times[1]]);
  }
};

/** A catch has its time in dozens of entries, and writing it takes longer than all else of their lines. */
const timeTexts = (): ((time: Date) => string) => {
  const texts = new Map<number, string>();
  return (time) => {
    const known = texts.get(time.getTime());
    if (known !== undefined) return known;
    const text = time.toISOString();
    texts.set(time.getTime(), text);
    return text;
  };
};

const tallyLines = function* (entries: readonly PeriodEntry[]): Generator<string> {
  for (const { score, periodId, tallies } of entries)
    for (const { speciesId, catches, first } of tallies)
      yield copyLine([score.anglerId, periodId, speciesId, catches, first]);
};

const keyOf = (rankingId: number, period: string): string => `${rankingId}/${period}`;

const toWanted = ({ ranking, period, score }: BuiltEntry) => ({
  rankingId: ranking.id,
  period,
  anglerId: score.anglerId,
});
