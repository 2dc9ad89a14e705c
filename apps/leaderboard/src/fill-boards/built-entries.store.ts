import { type BinaryValues, copyBinary, inTransaction, READ_POOL } from '@cds/postgres';
import { Inject, Injectable } from '@nestjs/common';
import type pg from 'pg';
import { type RankingPeriodKey, RankingPeriods } from '../entries/rankings/ranking-periods.store.js';
import { lookUpRows } from '../entries/rankings/writer-lock.js';
import { RankTree } from '../entries/ranks/rank-tree.store.js';
import type { BuiltEntry } from './built-entries.decision.js';
import { ByPeriod } from './by-period.js';
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

interface Portion {
  readonly built: readonly BuiltEntry[];
  /** What its entries are in the rankings that are being replaced. */
  readonly kept: KeptEntry;
}

/** Stores entries of anglers of whom their rankings have none yet. The caller holds the writer's lock. */
@Injectable()
export class BuiltEntries {
  constructor(
    @Inject(READ_POOL) private readonly reads: pg.Pool,
    private readonly periods: RankingPeriods,
    private readonly tree: RankTree,
    private readonly replaced: ReplacedEntries,
  ) {}

  /**
   * Stores the entries of all portions that `build` gives each time it is called. An entry that is the same in the
   * ranking that is being replaced goes on as what it is there. While PostgreSQL stores a portion, the next one is
   * computed and looked up. Entries are not kept until all are stored: garbage collection would copy them until then.
   */
  async add(tx: pg.PoolClient, build: () => Iterable<readonly BuiltEntry[]>, now: number): Promise<void> {
    const portions = build()[Symbol.iterator]();
    const ids = new ByPeriod<number>();
    const counts = new Map<number, number>();
    let next = this.portion(portions);
    const prepareNext = (): void => {
      next = this.portion(portions);
      // It is awaited only when this portion could be stored.
      next.catch(() => undefined);
    };
    for (let portion = await next; portion; portion = await next) {
      const { built, kept } = portion;
      const entries = await this.inPeriods(tx, built, ids);
      await copyBinary(tx, 'ranked_entries', ENTRY_COLUMNS, andThen(entries, prepareNext), writeEntry(kept, now));
      await copyBinary(tx, 'species_tallies', TALLY_COLUMNS, talliesOf(entries), writeTally);
      for (const { periodId } of entries) counts.set(periodId, (counts.get(periodId) ?? 0) + 1);
    }
    const cut = await this.count(tx, counts, now);
    if (cut.size > 0) for (const built of build()) await this.addToParts(tx, inKnown(built, ids), cut);
  }

  private async portion(portions: Iterator<readonly BuiltEntry[]>): Promise<Portion | undefined> {
    const { done, value: built } = portions.next();
    if (done) return undefined;
    const kept = await inTransaction(this.reads, async (reader) => {
      await lookUpRows(reader);
      return this.replaced.of(reader, built.map(toWanted));
    });
    return { built, kept };
  }

  /** Adds to `ids` those of periods that no portion before had. */
  private async inPeriods(
    tx: pg.PoolClient,
    built: readonly BuiltEntry[],
    ids: ByPeriod<number>,
  ): Promise<PeriodEntry[]> {
    const missing: RankingPeriodKey[] = [];
    for (const { ranking, period } of built) {
      if (ids.get(ranking.id, period) !== undefined) continue;
      const key = { rankingId: ranking.id, period };
      ids.set(key, 0);
      missing.push(key);
    }
    if (missing.length > 0) for (const one of await this.periods.ensure(tx, missing)) ids.set(one, one.id);
    return inKnown(built, ids);
  }

  /**
   * Nobody looks for ranks in what is being filled: its entries are one part until they are all there. Returns the
   * periods that have more parts than one.
   */
  private async count(
    tx: pg.PoolClient,
    counts: ReadonlyMap<number, number>,
    now: number,
  ): Promise<ReadonlySet<number>> {
    if (counts.size === 0) return new Set();
    const growths = [...counts].map(([id, entries]) => ({ id, entries, firstMovedAt: now, lastMovedAt: now }));
    await this.periods.grow(tx, growths);
    return this.tree.addToWhole(tx, growths);
  }

  private async addToParts(
    tx: pg.PoolClient,
    entries: readonly PeriodEntry[],
    cut: ReadonlySet<number>,
  ): Promise<void> {
    const places = entries.filter(({ periodId }) => cut.has(periodId));
    await this.tree.grow(
      tx,
      places.map(({ score, periodId }) => ({ ...score, periodId, entries: 1 })),
    );
  }
}

const inKnown = (built: readonly BuiltEntry[], ids: ByPeriod<number>): PeriodEntry[] =>
  built.map((entry) => ({ ...entry, periodId: ids.get(entry.ranking.id, entry.period) ?? 0 }));

const writeEntry =
  (kept: KeptEntry, now: number) =>
  (to: BinaryValues, { ranking, period, periodId, score, catches }: PeriodEntry): void => {
    const { previousRank = null, knownFrom = now } = kept(ranking.id, period, score) ?? {};
    to.text(score.anglerId).int4(periodId).int8(score.placement).timestamptz(score.achievedAt);
    to.text(score.catchId).int4(catches).int4(previousRank).timestamptz(knownFrom);
  };

type PeriodTally = BuiltEntry['tallies'][number] & { readonly anglerId: string; readonly periodId: number };

const talliesOf = function* (entries: readonly PeriodEntry[]): Generator<PeriodTally> {
  for (const { score, periodId, tallies } of entries)
    for (const tally of tallies) yield { ...tally, anglerId: score.anglerId, periodId };
};

const writeTally = (to: BinaryValues, { anglerId, periodId, speciesId, catches, first }: PeriodTally): void => {
  to.text(anglerId).int4(periodId).text(speciesId).int4(catches).timestamptz(first);
};

/** All rows, and then `work`, before whoever reads them knows that these were the last. */
const andThen = function* <T>(rows: Iterable<T>, work: () => void): Generator<T, undefined> {
  yield* rows;
  work();
};

const toWanted = ({ ranking, period, score }: BuiltEntry) => ({
  rankingId: ranking.id,
  period,
  anglerId: score.anglerId,
});
