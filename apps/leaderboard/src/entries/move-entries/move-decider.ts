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
import { type RankingChange, rankingChangesOf } from './ranking-changes.decision.js';
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

interface DecidedChange {
  readonly change: ChangeOfAnglers & { readonly rankingPeriod: RankingPeriod };
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

  /** Writes the tallies of species as well, on a connection that is shared. Periods without moves are left out. */
  async decide(
    tx: Queryable,
    changes: readonly CatchChange[],
    rankings: readonly Ranking[],
  ): Promise<readonly DecidedMoves[]> {
    const ofRankings = [...rankingChangesOf(changes, rankings)];
    const { decided, tallies } = await this.decideSome({ tx, reads: tx }, ofRankings, idsOf(changes));
    await this.tallies.write(tx, tallies);
    return decided;
  }

  /** Decides some of what a batch changes, and writes only periods that are new. `catchIds` are all catches of it. */
  async decideSome(
    { tx, reads }: MoveSession,
    ofRankings: readonly RankingChange[],
    catchIds: ReadonlySet<string>,
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
      return [{ ...change, rankingPeriod, anglers: movingAnglersOf(change, rankingPeriod.id) }];
    });
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
