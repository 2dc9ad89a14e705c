import type { Queryable } from '@cds/postgres';
import { Injectable } from '@nestjs/common';
import { COUNTING } from '../contribution.js';
import type { Score } from '../score.js';
import {
  type Account,
  BestAccount,
  NO_TALLY,
  type OtherSpecies,
  SpeciesAccount,
  SumAccount,
  type Tally,
} from './accounts.js';
import { CatchLookups, type Lookup } from './catch-lookups.query.js';
import type { LookupKind } from './lookups.sql.js';
import type { MovingAngler } from './moving-angler.js';
import { othersFrom } from './other-species.js';
import type { RankingChange } from './ranking-changes.decision.js';
import { SpeciesTallies, type TallyKey } from './species-tallies.store.js';

/** A change with what it does to each angler, whose entries before it are known. */
export interface ChangeOfAnglers extends RankingChange {
  readonly anglers: ReadonlyMap<string, MovingAngler>;
}

/** An account that cannot be opened before something is looked up. */
interface Opening {
  readonly lookups: readonly Lookup[];
  open(found: ReadonlyMap<Lookup, Score>): Account;
}

interface KnownSpecies {
  readonly tallies: ReadonlyMap<string, Tally>;
  readonly others: OtherSpecies;
}

const NO_OTHERS: OtherSpecies = { count: 0, lastFirst: null };
const NO_SPECIES: KnownSpecies = { tallies: new Map(), others: NO_OTHERS };

/** Opens the accounts of the anglers of a batch with what their other catches make. */
@Injectable()
export class AccountOpener {
  constructor(
    private readonly lookups: CatchLookups,
    private readonly tallies: SpeciesTallies,
  ) {}

  /** The accounts of all anglers of the changes. `catchIds` are all catches of the batch. */
  async open(db: Queryable, changes: readonly ChangeOfAnglers[], catchIds: ReadonlySet<string>): Promise<void> {
    const species = await this.speciesOf(db, changes);
    const waiting: { readonly angler: MovingAngler; readonly opening: Opening }[] = [];
    for (const change of changes)
      for (const angler of change.anglers.values()) {
        const opened = accountOf(change, angler, catchIds, species);
        if ('lookups' in opened) waiting.push({ angler, opening: opened });
        else angler.account = opened;
      }
    if (waiting.length === 0) return;
    const wanted = waiting.flatMap(({ opening }) => opening.lookups);
    const found = await this.lookups.of(db, wanted, [...catchIds]);
    for (const { angler, opening } of waiting) angler.account = opening.open(found);
  }

  private async speciesOf(
    db: Queryable,
    changes: readonly ChangeOfAnglers[],
  ): Promise<ReadonlyMap<MovingAngler, KnownSpecies>> {
    const anglers = changes.flatMap(({ ranking, anglers: ofChange }) =>
      COUNTING[ranking.rule.metric] === 'species' ? [...ofChange.values()] : [],
    );
    if (anglers.length === 0) return new Map();
    const keys = anglers.flatMap(({ speciesIds, anglerId, periodId }) =>
      speciesIds.map((speciesId): TallyKey => ({ anglerId, periodId, speciesId })),
    );
    const rows = await this.tallies.of(db, keys);
    let at = 0;
    const known = anglers.map((angler) => {
      const tallies = new Map(angler.speciesIds.map((id) => [id, rows[at++] ?? NO_TALLY] as const));
      return { angler, tallies, others: othersFrom(angler.entry, tallies, angler) };
    });
    const unknown = known.filter(({ others }) => !others).map(({ angler }) => angler);
    const counted = unknown.length > 0 ? await this.tallies.othersOf(db, unknown, keys) : [];
    const others = new Map(unknown.map((angler, index) => [angler, counted[index]]));
    return new Map(
      known.map((one) => [
        one.angler,
        { tallies: one.tallies, others: one.others ?? others.get(one.angler) ?? NO_OTHERS },
      ]),
    );
  }
}

const accountOf = (
  change: ChangeOfAnglers,
  angler: MovingAngler,
  catchIds: ReadonlySet<string>,
  species: ReadonlyMap<MovingAngler, KnownSpecies>,
): Account | Opening => {
  switch (COUNTING[change.ranking.rule.metric]) {
    case 'best':
      return bestAccount(change, angler, catchIds);
    case 'sum':
      return sumAccount(change, angler);
    case 'species':
      return speciesAccount(change, angler, species.get(angler) ?? NO_SPECIES);
  }
};

/** The best of the catches that the batch does not change is the entry's, unless the batch changes that one. */
const bestAccount = (
  change: ChangeOfAnglers,
  { anglerId, entry }: MovingAngler,
  catchIds: ReadonlySet<string>,
): Account | Opening => {
  const catchId = entry?.score.catchId ?? null;
  if (catchId === null || !catchIds.has(catchId)) return new BestAccount(entry?.score ?? null);
  const lookup = lookupOf(change, anglerId, change.ranking.rule.metric as LookupKind);
  return { lookups: [lookup], open: (found) => new BestAccount(found.get(lookup) ?? null) };
};

const sumAccount = (change: ChangeOfAnglers, { anglerId, entry, lost }: MovingAngler): Account | Opening => {
  const sum = { placement: entry?.score.placement ?? 0, catches: entry?.catches ?? 0 };
  const achievedAt = entry?.score.achievedAt ?? null;
  const isMoved = lost.some(({ caughtAt }) => achievedAt !== null && caughtAt >= achievedAt);
  if (!isMoved) return new SumAccount(anglerId, sum, achievedAt);
  const lookup = lookupOf(change, anglerId, 'newest');
  return {
    lookups: [lookup],
    open: (found) => new SumAccount(anglerId, sum, found.get(lookup)?.achievedAt ?? EARLIEST),
  };
};

const speciesAccount = (
  change: ChangeOfAnglers,
  { anglerId, lost }: MovingAngler,
  { tallies, others }: KnownSpecies,
): Account | Opening => {
  const lookups = new Map(
    [...tallies].flatMap(([speciesId, { first }]) =>
      first !== null && lost.some((one) => one.speciesId === speciesId && one.caughtAt <= first)
        ? [[speciesId, lookupOf(change, anglerId, 'first', speciesId)] as const]
        : [],
    ),
  );
  if (lookups.size === 0) return new SpeciesAccount(anglerId, tallies, others);
  const open = (found: ReadonlyMap<Lookup, Score>): Account => {
    const known = [...tallies].map(([speciesId, tally]): [string, Tally] => {
      const lookup = lookups.get(speciesId);
      return [speciesId, lookup ? { ...tally, first: found.get(lookup)?.achievedAt ?? LATEST } : tally];
    });
    return new SpeciesAccount(anglerId, new Map(known), others);
  };
  return { lookups: [...lookups.values()], open };
};

/**
 * Stored catches may be ahead of the changes that are applied: an account may still count catches that are gone. Their
 * times are unknown then, until the changes that wait are applied, and every other time goes before these.
 */
const EARLIEST = Date.parse('0001-01-01T00:00:00.000Z');
const LATEST = Date.parse('9999-12-31T00:00:00.000Z');

const lookupOf = (
  { ranking, period }: ChangeOfAnglers,
  anglerId: string,
  kind: LookupKind,
  speciesId?: string,
): Lookup => ({
  kind,
  rule: speciesId === undefined ? ranking.rule : { ...ranking.rule, speciesId },
  period,
  anglerId,
});
