import type { Queryable } from '@cds/postgres';
import { Injectable } from '@nestjs/common';
import type { CatchChange } from '../../catches/catch-changes.js';
import type { Ranking } from '../rankings/ranking.js';
import { type RankingPeriod, RankingPeriods } from '../rankings/ranking-periods.store.js';
import { AccountOpener } from './account-opener.js';
import { type Account, SpeciesAccount } from './accounts.js';
import { anglerChangesOf } from './angler-changes.js';
import type { MoveSession } from './move-sessions.js';
import { type Move, movesOf } from './moves.decision.js';
import type { KnownEntry } from './known-entry.js';
import { RankedEntries } from './ranked-entries.store.js';
import { type RankingChange, rankingChangesOf } from './ranking-changes.decision.js';
import { SpeciesTallies, type TallyResult } from './species-tallies.store.js';

/** The moves that changes of catches cause in one period of a ranking. */
export interface DecidedMoves {
  readonly ranking: Ranking;
  readonly period: RankingPeriod;
  readonly moves: readonly Move[];
  /** The entries of the moving anglers before the batch. */
  readonly entries: ReadonlyMap<string, KnownEntry>;
  /** The number of catches or species behind an angler's score after the batch. */
  catchesOf(anglerId: string): number;
}

/** What a group of changes comes to. */
export interface Decisions {
  /** Periods without moves are left out. */
  readonly decided: readonly DecidedMoves[];
  /** Of species, to be written: also those of periods without moves. */
  readonly tallies: readonly TallyResult[];
}

interface DecidedChange {
  readonly change: RankingChange & {
    readonly rankingPeriod: RankingPeriod;
    readonly periodId: number;
    readonly entries: ReadonlyMap<string, KnownEntry>;
  };
  readonly accounts: ReadonlyMap<string, Account>;
  readonly moves: readonly Move[];
}

/** Decides how entries move. The caller holds the writer's lock. */
@Injectable()
export class MoveDecider {
  constructor(
    private readonly periods: RankingPeriods,
    private readonly entries: RankedEntries,
    private readonly accounts: AccountOpener,
    private readonly tallies: SpeciesTallies,
  ) {}

  /** Writes the tallies of species as well. Periods without moves are left out. */
  async decide(
    tx: Queryable,
    changes: readonly CatchChange[],
    rankings: readonly Ranking[],
  ): Promise<readonly DecidedMoves[]> {
    const ofRankings = rankingChangesOf(changes, rankings);
    const { decided, tallies } = await this.decideSome({ tx, reads: tx }, ofRankings, idsOf(changes));
    await this.tallies.write(tx, tallies);
    return decided;
  }

  /** Decides some of what a batch changes, and writes only periods that are new. `catchIds` are all catches of it. */
  async decideSome(
    { tx, reads }: MoveSession,
    ofRankings: readonly RankingChange[],
    catchIds: readonly string[],
  ): Promise<Decisions> {
    if (ofRankings.length === 0) return { decided: [], tallies: [] };
    const periods = await this.periods.ensure(
      tx,
      ofRankings.map(({ ranking, period }) => ({ rankingId: ranking.id, period })),
      reads,
    );
    const keyed = ofRankings.flatMap((change, index) => {
      const rankingPeriod = periods[index];
      if (!rankingPeriod) return [];
      return [{ ...change, rankingPeriod, periodId: rankingPeriod.id, anglers: anglerChangesOf(change) }];
    });
    const anglers = keyed.flatMap((one) =>
      [...one.anglers.keys()].map((anglerId) => ({ anglerId, periodId: one.periodId })),
    );
    const entries = await this.entries.of(reads, anglers);
    const ofEntries = keyed.map((one) => ({ ...one, entries: entries.get(one.periodId) ?? new Map() }));
    const accounts = await this.accounts.open(reads, ofEntries, catchIds);
    const decided = ofEntries.map((change, index): DecidedChange => {
      const ofChange = accounts[index] ?? new Map<string, Account>();
      return { change, accounts: ofChange, moves: movesOf(change, ofChange, change.entries) };
    });
    return {
      decided: decided.filter(({ moves }) => moves.length > 0).map(toDecidedMoves),
      tallies: decided.flatMap(talliesOf),
    };
  }
}

const toDecidedMoves = ({ change, accounts, moves }: DecidedChange): DecidedMoves => ({
  ranking: change.ranking,
  period: change.rankingPeriod,
  moves,
  entries: change.entries,
  catchesOf: (anglerId) => accounts.get(anglerId)?.catches() ?? 0,
});

export const idsOf = (changes: readonly CatchChange[]): string[] => [...new Set(changes.map(({ catchId }) => catchId))];

const talliesOf = ({ change: { periodId }, accounts }: DecidedChange): TallyResult[] =>
  [...accounts].flatMap(([anglerId, account]) =>
    account instanceof SpeciesAccount ? account.results().map((one) => ({ ...one, anglerId, periodId })) : [],
  );
