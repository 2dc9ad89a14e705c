import type { CatchFact } from '../catches/catch-fact.js';
import { contributionOf, COUNTING } from '../entries/contribution.js';
import { type Account, BestAccount, SpeciesAccount, SumAccount } from '../entries/move-entries/accounts.js';
import type { Ranking } from '../entries/rankings/ranking.js';
import type { Score } from '../entries/score.js';

/** What all catches of an angler make in one ranking and period. */
export interface BuiltEntry {
  readonly ranking: Ranking;
  readonly period: string;
  readonly score: Score;
  /** The number of catches or species behind a sum or count; 1 for the best catch. */
  readonly catches: number;
  /** The catches of each species, for the number of species. */
  readonly tallies: readonly { readonly speciesId: string; readonly catches: number; readonly first: number | null }[];
}

/**
 * The entries of whole anglers, whose catches follow each other, in the order of these. They come in portions of
 * `portion` entries and the rest of those of the last angler, each computed when it is asked for.
 */
export const builtEntries = function* (
  facts: readonly CatchFact[],
  rankings: readonly Ranking[],
  portion: number,
): Generator<BuiltEntry[], undefined> {
  const rankingsOf = bySpecies(rankings);
  let built: BuiltEntry[] = [];
  for (let at = 0; at < facts.length;) {
    const from = at;
    const anglerId = facts[from]?.anglerId;
    while (facts[at]?.anglerId === anglerId && at < facts.length) at += 1;
    addAngler(built, facts.slice(from, at), rankingsOf);
    if (built.length < portion) continue;
    yield built;
    built = [];
  }
  if (built.length > 0) yield built;
};

type RankingsOf = (speciesId: string) => readonly Ranking[];
type Accounts = Map<string, Account>;

const bySpecies = (rankings: readonly Ranking[]): RankingsOf => {
  const found = Map.groupBy(rankings, ({ rule }) => rule.speciesId);
  const ofAll = found.get(null) ?? [];
  return (speciesId) => {
    const ofOne = found.get(speciesId) ?? [];
    return ofAll.length === 0 ? ofOne : [...ofAll, ...ofOne];
  };
};

const addAngler = (built: BuiltEntry[], facts: readonly CatchFact[], rankingsOf: RankingsOf): void => {
  const accounts = new Map<Ranking, Accounts>();
  for (const fact of facts)
    for (const ranking of rankingsOf(fact.speciesId)) {
      const contribution = contributionOf(ranking.rule, fact);
      if (contribution) accountIn(accounts, ranking, contribution.period, fact.anglerId).add(contribution);
    }
  for (const [ranking, ofRanking] of accounts)
    for (const [period, account] of ofRanking) {
      const score = account.score();
      const tallies = account instanceof SpeciesAccount ? account.results() : [];
      if (score) built.push({ ranking, period, score, catches: account.catches(), tallies });
    }
};

const accountIn = (accounts: Map<Ranking, Accounts>, ranking: Ranking, period: string, anglerId: string): Account => {
  let ofRanking = accounts.get(ranking);
  if (!ofRanking) accounts.set(ranking, (ofRanking = new Map()));
  let account = ofRanking.get(period);
  if (!account) ofRanking.set(period, (account = emptyAccount(ranking, anglerId)));
  return account;
};

const emptyAccount = ({ rule }: Ranking, anglerId: string): Account => {
  switch (COUNTING[rule.metric]) {
    case 'best':
      return new BestAccount(null);
    case 'sum':
      return new SumAccount(anglerId, { placement: 0, catches: 0 }, null);
    case 'species':
      return new SpeciesAccount(anglerId, new Map(), { count: 0, lastFirst: null });
  }
};
