import type { Queryable } from '@cds/postgres';
import { Injectable } from '@nestjs/common';
import { type Contribution, COUNTING } from '../contribution.js';
import type { Score } from '../score.js';
import { type Account, BestAccount, type OtherSpecies, SpeciesAccount, SumAccount, type Tally } from './accounts.js';
import { CatchLookups, type Lookup } from './catch-lookups.query.js';
import type { LookupKind } from './lookups.sql.js';
import type { AnglerChange } from './angler-changes.js';
import type { KnownEntry } from './known-entry.js';
import { othersFrom } from './other-species.js';
import type { RankingPeriod } from '../rankings/ranking-periods.store.js';
import type { RankingChange } from './ranking-changes.decision.js';
import { SpeciesTallies, type TallyKey } from './species-tallies.store.js';

/** A change with the entries of its anglers before it. */
export interface ChangeOfEntries extends RankingChange {
  readonly rankingPeriod: RankingPeriod;
  /** Of `ranking_periods`. */
  readonly periodId: number;
  readonly entries: ReadonlyMap<string, KnownEntry>;
  /** What it does to each angler. */
  readonly anglers: ReadonlyMap<string, AnglerChange>;
}

/** How one angler's account begins, and what has to be looked up before. */
interface Opening {
  readonly anglerId: string;
  readonly lookups: readonly Lookup[];
  open(found: ReadonlyMap<Lookup, Score>): Account;
}

interface KnownSpecies {
  readonly tallies: ReadonlyMap<string, Tally>;
  readonly others: OtherSpecies;
}

const NO_SPECIES: KnownSpecies = { tallies: new Map(), others: { count: 0, lastFirst: null } };

/** Opens the accounts of the anglers of a batch with what their other catches make. */
@Injectable()
export class AccountOpener {
  constructor(
    private readonly lookups: CatchLookups,
    private readonly tallies: SpeciesTallies,
  ) {}

  /** The accounts of each change, by angler. `catchIds` are all catches of the batch. */
  async open(
    db: Queryable,
    changes: readonly ChangeOfEntries[],
    catchIds: readonly string[],
  ): Promise<Map<string, Account>[]> {
    const species = await this.speciesOf(db, changes);
    const openings = changes.map((change) => {
      const changed = new Set(change.steps.map(({ catchId }) => catchId));
      return [...change.anglers.keys()].map((anglerId) => openingOf(change, anglerId, changed, species));
    });
    const wanted = openings.flat().flatMap(({ lookups }) => lookups);
    const found = wanted.length > 0 ? await this.lookups.of(db, wanted, catchIds) : new Map<Lookup, Score>();
    return openings.map((ofChange) => new Map(ofChange.map((one) => [one.anglerId, one.open(found)])));
  }

  private async speciesOf(db: Queryable, changes: readonly ChangeOfEntries[]): Promise<Map<string, KnownSpecies>> {
    const counted = changes.filter(({ ranking }) => COUNTING[ranking.rule.metric] === 'species');
    const anglers = counted.flatMap((change) =>
      [...change.anglers].map(([anglerId, ofAngler]) => ({
        anglerId,
        periodId: change.periodId,
        speciesIds: [...ofAngler.speciesIds],
        entry: change.entries.get(anglerId),
        change: ofAngler,
      })),
    );
    if (anglers.length === 0) return new Map();
    const keys = anglers.flatMap(({ speciesIds, anglerId, periodId }) =>
      speciesIds.map((speciesId): TallyKey => ({ anglerId, periodId, speciesId })),
    );
    const tallies = await this.tallies.of(db, keys);
    let at = 0;
    const known = anglers.map(({ speciesIds, ...one }) => ({
      ...one,
      tallies: new Map(speciesIds.map((id) => [id, tallies[at++] ?? { catches: 0, first: null }] as const)),
    }));
    const fromEntries = known.map((one) => othersFrom(one.entry, one.tallies, one.change));
    const unknown = known.filter((_, index) => !fromEntries[index]);
    const rows = unknown.length > 0 ? await this.tallies.othersOf(db, unknown, keys) : [];
    const others = new Map(unknown.map((one, index) => [one, rows[index]]));
    return new Map(
      known.map((one, index) => [
        `${one.periodId}/${one.anglerId}`,
        { tallies: one.tallies, others: fromEntries[index] ?? others.get(one) ?? { count: 0, lastFirst: null } },
      ]),
    );
  }
}

const openingOf = (
  change: ChangeOfEntries,
  anglerId: string,
  changed: ReadonlySet<string>,
  species: ReadonlyMap<string, KnownSpecies>,
): Opening => {
  const entry = change.entries.get(anglerId) ?? null;
  switch (COUNTING[change.ranking.rule.metric]) {
    case 'best':
      return bestOpening(change, anglerId, changed, entry);
    case 'sum':
      return sumOpening(change, anglerId, entry);
    case 'species':
      return speciesOpening(change, anglerId, species.get(`${change.periodId}/${anglerId}`) ?? NO_SPECIES);
  }
};

/** `changed` are the catches of the change's steps. */
const bestOpening = (
  change: ChangeOfEntries,
  anglerId: string,
  changed: ReadonlySet<string>,
  entry: KnownEntry | null,
): Opening => {
  const isChanged = entry?.score.catchId != null && changed.has(entry.score.catchId);
  if (!isChanged) return { anglerId, lookups: [], open: () => new BestAccount(entry?.score ?? null) };
  const lookup = lookupOf(change, anglerId, change.ranking.rule.metric as LookupKind);
  return { anglerId, lookups: [lookup], open: (found) => new BestAccount(found.get(lookup) ?? null) };
};

const sumOpening = (change: ChangeOfEntries, anglerId: string, entry: KnownEntry | null): Opening => {
  const sum = { placement: entry?.score.placement ?? 0, catches: entry?.catches ?? 0 };
  const achievedAt = entry?.score.achievedAt ?? null;
  const isMoved = lostOf(change, anglerId).some(({ caughtAt }) => achievedAt !== null && caughtAt >= achievedAt);
  if (!isMoved) return { anglerId, lookups: [], open: () => new SumAccount(anglerId, sum, achievedAt) };
  const lookup = lookupOf(change, anglerId, 'newest');
  return {
    anglerId,
    lookups: [lookup],
    open: (found) => new SumAccount(anglerId, sum, found.get(lookup)?.achievedAt ?? EARLIEST),
  };
};

const speciesOpening = (change: ChangeOfEntries, anglerId: string, { tallies, others }: KnownSpecies): Opening => {
  const lost = lostOf(change, anglerId);
  const lookups = new Map(
    [...tallies].flatMap(([speciesId, { first }]) =>
      first !== null && lost.some((one) => one.speciesId === speciesId && one.caughtAt <= first)
        ? [[speciesId, lookupOf(change, anglerId, 'first', speciesId)] as const]
        : [],
    ),
  );
  const open = (found: ReadonlyMap<Lookup, Score>): Account => {
    const known = [...tallies].map(([speciesId, tally]): [string, Tally] => {
      const lookup = lookups.get(speciesId);
      return [speciesId, lookup ? { ...tally, first: found.get(lookup)?.achievedAt ?? LATEST } : tally];
    });
    return new SpeciesAccount(anglerId, new Map(known), others);
  };
  return { anglerId, lookups: [...lookups.values()], open };
};

/**
 * Stored catches may be ahead of the changes that are applied: an account may still count catches that are gone. Their
 * times are unknown then, until the changes that wait are applied, and every other time goes before these.
 */
const EARLIEST = Date.parse('0001-01-01T00:00:00.000Z');
const LATEST = Date.parse('9999-12-31T00:00:00.000Z');

const lostOf = ({ anglers }: ChangeOfEntries, anglerId: string): readonly Contribution[] =>
  anglers.get(anglerId)?.lost ?? [];

const lookupOf = (
  { ranking, period }: ChangeOfEntries,
  anglerId: string,
  kind: LookupKind,
  speciesId?: string,
): Lookup => ({
  kind,
  rule: speciesId === undefined ? ranking.rule : { ...ranking.rule, speciesId },
  period,
  anglerId,
});
