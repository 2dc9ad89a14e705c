import type { Queryable } from '@cds/postgres';
import { Injectable } from '@nestjs/common';
import type { CatchChange } from '../../catches/catch-changes.js';
import type { Ranking } from '../rankings/ranking.js';
import { type RankingPeriod, RankingPeriods } from '../rankings/ranking-periods.store.js';
import { COUNTING } from '../contribution.js';
import { AccountOpener, type ChangeOfAnglers } from './account-opener.js';
import { SpeciesAccount } from './accounts.js';
import type { MoveSession } from './move-sessions.js';
import { type MovingAngler, movingAnglersOf } from './moving-angler.js';
import type { Move } from './move.js';
import { movesOf } from './moves.decision.js';
import { RankedEntries } from './ranked-entries.store.js';
import { periodOf, type RankingChange, rankingChangesOf } from './ranking-changes.decision.js';
import { SpeciesTallies, type TallyResult } from './species-tallies.store.js';

/** The moves that changes of catches cause in one period of a ranking. */
export interface DecidedMoves {
  readonly ranking: Ranking;
  readonly period: RankingPeriod;
  readonly moves: readonly Move[];
  /** Whose moves they are. */
  readonly anglers: readonly MovingAngler[];
}

/** What a group of changes comes to. */
export interface Decisions {
  /** Periods without moves are left out. */
  readonly decided: readonly DecidedMoves[];
  /** Of species, to be written: also those of periods without moves. */
  readonly tallies: readonly TallyResult[];
}

/** A change with the period in which it is one, as it is before. */
export interface ChangeInPeriod extends RankingChange {
  readonly rankingPeriod: RankingPeriod;
}

interface DecidedChange {
  readonly change: ChangeOfAnglers & ChangeInPeriod;
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
    const inPeriods = await this.inPeriods({ tx, reads: tx }, [...rankingChangesOf(changes, rankings)]);
    const { decided, tallies } = await this.decideSome(tx, inPeriods, idsOf(changes));
    await this.tallies.write(tx, tallies);
    return decided;
  }

  /** The changes with their periods; those that are new are made. */
  async inPeriods({ tx, reads }: MoveSession, changes: readonly RankingChange[]): Promise<ChangeInPeriod[]> {
    if (changes.length === 0) return [];
    const periods = await this.periods.ensure(tx, changes.map(periodOf), reads);
    return withPeriods(changes, periods);
  }

  /** The same without the changes of new periods: before the transaction has begun that may make them. */
  async inKnownPeriods(reads: Queryable, changes: readonly RankingChange[]): Promise<ChangeInPeriod[]> {
    return withPeriods(changes, await this.periods.find(reads, changes.map(periodOf)));
  }

  /** Decides some of what a batch changes, and writes nothing. `catchIds` are all catches of the batch. */
  async decideSome(
    reads: Queryable,
    changes: readonly ChangeInPeriod[],
    catchIds: ReadonlySet<string>,
  ): Promise<Decisions> {
    if (changes.length === 0) return { decided: [], tallies: [] };
    const keyed = changes.map((change) => ({ ...change, anglers: movingAnglersOf(change, change.rankingPeriod.id) }));
    const anglers = keyed.flatMap((one) => [...one.anglers.values()]);
    const entries = await this.entries.of(reads, anglers);
    anglers.forEach((angler, index) => {
      angler.entry = entries[index];
    });
    await this.accounts.open(reads, keyed, catchIds);
    const decided = keyed.map((change): DecidedChange => ({ change, moves: movesOf(change, change.anglers) }));
    return {
      decided: decided.filter(({ moves }) => moves.length > 0).map(toDecidedMoves),
      tallies: decided.flatMap(talliesOf),
    };
  }
}

const withPeriods = (
  changes: readonly RankingChange[],
  periods: readonly (RankingPeriod | undefined)[],
): ChangeInPeriod[] =>
  changes.flatMap((change, index) => {
    const rankingPeriod = periods[index];
    return rankingPeriod ? [{ ...change, rankingPeriod }] : [];
  });

const toDecidedMoves = ({ change, moves }: DecidedChange): DecidedMoves => ({
  ranking: change.ranking,
  period: change.rankingPeriod,
  moves,
  anglers: [...change.anglers.values()].filter((angler) => angler.moves.length > 0),
});

export const idsOf = (changes: readonly CatchChange[]): ReadonlySet<string> =>
  new Set(changes.map(({ catchId }) => catchId));

const talliesOf = ({ change: { ranking, anglers } }: DecidedChange): TallyResult[] =>
  COUNTING[ranking.rule.metric] === 'species'
    ? [...anglers.values()].flatMap(({ account, anglerId, periodId }) =>
        account instanceof SpeciesAccount ? account.results().map((one) => ({ ...one, anglerId, periodId })) : [],
      )
    : [];
