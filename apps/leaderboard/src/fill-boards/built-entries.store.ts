import { type BinaryRow, copyBinary } from '@cds/postgres';
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
    await copyBinary(tx, 'ranked_entries', ENTRY_COLUMNS, entries, writeEntry(kept, now));
    await copyBinary(tx, 'species_tallies', TALLY_COLUMNS, talliesOf(entries), writeTally);
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

const writeEntry =
  (kept: KeptEntry, now: Date) =>
  (to: BinaryRow, { ranking, period, periodId, score, catches }: PeriodEntry): void => {
    const { previousRank = null, knownFrom = now } = kept(ranking.id, period, score) ?? {};
    to.text(score.anglerId).int4(periodId).int8(score.placement).timestamptz(score.achievedAt);
    to.text(score.catchId).int4(catches).int4(previousRank).timestamptz(knownFrom);
  };

type PeriodTally = BuiltEntry['tallies'][number] & { readonly anglerId: string; readonly periodId: number };

const talliesOf = function* (entries: readonly PeriodEntry[]): Generator<PeriodTally> {
  for (const { score, periodId, tallies } of entries)
    for (const tally of tallies) yield { ...tally, anglerId: score.anglerId, periodId };
};

const writeTally = (to: BinaryRow, { anglerId, periodId, speciesId, catches, first }: PeriodTally): void => {
  to.text(anglerId).int4(periodId).text(speciesId).int4(catches).timestamptz(first);
};

const keyOf = (rankingId: number, period: string): string => `${rankingId}/${period}`;

const toWanted = ({ ranking, period, score }: BuiltEntry) => ({
  rankingId: ranking.id,
  period,
  anglerId: score.anglerId,
});
