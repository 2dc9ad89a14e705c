import type { Contribution } from '../contribution.js';
import { bestOf, type Score } from '../score.js';
import { OfCatches } from './of-catches.js';

/** What an angler's catches make in one ranking and period, while a batch changes some of them. */
export interface Account {
  /** A catch of the batch that counted before it. */
  begin(contribution: Contribution): void;
  remove(contribution: Contribution): void;
  add(contribution: Contribution): void;
  /** Null when no catch counts. */
  score(): Score | null;
  /** The number of catches or species behind a sum or count; 1 for the best catch. */
  catches(): number;
}

const later = (times: Iterable<number>, other: number | null): number | null => {
  let last = other;
  for (const time of times) if (last === null || time > last) last = time;
  return last;
};

const earlier = (times: Iterable<number>, other: number | null): number | null => {
  let first = other;
  for (const time of times) if (first === null || time < first) first = time;
  return first;
};

/** The best catch. `other` is the best of those that the batch does not change. */
export class BestAccount implements Account {
  private readonly scores = new OfCatches<Score>();

  constructor(private readonly other: Score | null) {}

  begin(contribution: Contribution): void {
    this.add(contribution);
  }

  remove({ catchId }: Contribution): void {
    this.scores.delete(catchId);
  }

  add({ anglerId, placement, caughtAt, catchId }: Contribution): void {
    this.scores.set(catchId, { anglerId, placement, achievedAt: caughtAt, catchId });
  }

  score(): Score | null {
    return bestOf(this.scores.values(), this.other);
  }

  catches(): number {
    return 1;
  }
}

/** A sum of all catches before the batch. */
export interface Sum {
  readonly placement: number;
  readonly catches: number;
}

/** A sum or count. It was achieved by its newest catch; `latest` is that of the ones that the batch does not change. */
export class SumAccount implements Account {
  private readonly times = new OfCatches<number>();
  private placement: number;
  private count: number;

  constructor(
    private readonly anglerId: string,
    { placement, catches }: Sum,
    private readonly latest: number | null,
  ) {
    [this.placement, this.count] = [placement, catches];
  }

  begin({ catchId, caughtAt }: Contribution): void {
    this.times.set(catchId, caughtAt);
  }

  remove({ catchId, placement }: Contribution): void {
    this.times.delete(catchId);
    this.placement -= placement;
    this.count -= 1;
  }

  add({ catchId, placement, caughtAt }: Contribution): void {
    this.times.set(catchId, caughtAt);
    this.placement += placement;
    this.count += 1;
  }

  score(): Score | null {
    const achievedAt = later(this.times.values(), this.latest);
    if (this.count <= 0 || achievedAt === null) return null;
    return { anglerId: this.anglerId, placement: this.placement, achievedAt, catchId: null };
  }

  catches(): number {
    return this.count;
  }
}

/** The catches of one species. Before a batch, `first` is the time of the first of those that it does not change. */
export interface Tally {
  readonly catches: number;
  readonly first: number | null;
  /** Where it is stored; null if it is not. */
  readonly row: number | null;
}

export const NO_TALLY: Tally = { catches: 0, first: null, row: null };

/** The species that the batch does not touch: their number, and when the last of them was first caught. */
export interface OtherSpecies {
  readonly count: number;
  readonly lastFirst: number | null;
}

class SpeciesTally {
  private readonly times = new OfCatches<number>();
  count: number;

  constructor(readonly known: Tally) {
    this.count = known.catches;
  }

  set(catchId: string, time: number | null): void {
    if (time !== null) this.times.set(catchId, time);
    else this.times.delete(catchId);
  }

  first(): number | null {
    return earlier(this.times.values(), this.known.first);
  }
}

/** The number of species. It was achieved when the last of them was caught for the first time. */
export class SpeciesAccount implements Account {
  private readonly tallies: Map<string, SpeciesTally>;

  constructor(
    private readonly anglerId: string,
    known: ReadonlyMap<string, Tally>,
    private readonly others: OtherSpecies,
  ) {
    this.tallies = new Map([...known].map(([speciesId, tally]) => [speciesId, new SpeciesTally(tally)]));
  }

  begin({ speciesId, catchId, caughtAt }: Contribution): void {
    this.of(speciesId).set(catchId, caughtAt);
  }

  remove({ speciesId, catchId }: Contribution): void {
    const tally = this.of(speciesId);
    tally.set(catchId, null);
    tally.count -= 1;
  }

  add({ speciesId, catchId, caughtAt }: Contribution): void {
    const tally = this.of(speciesId);
    tally.set(catchId, caughtAt);
    tally.count += 1;
  }

  score(): Score | null {
    const species = this.catches();
    let achievedAt = this.others.lastFirst;
    for (const tally of this.tallies.values()) {
      const first = tally.count > 0 ? tally.first() : null;
      if (first !== null && (achievedAt === null || first > achievedAt)) achievedAt = first;
    }
    if (species <= 0 || achievedAt === null) return null;
    return { anglerId: this.anglerId, placement: -1_000 * species, achievedAt, catchId: null };
  }

  catches(): number {
    let species = this.others.count;
    for (const { count } of this.tallies.values()) if (count > 0) species += 1;
    return species;
  }

  /** The tallies of the batch's species as they are now. A tally without catches goes. */
  results(): (Tally & { readonly speciesId: string })[] {
    return [...this.tallies].map(([speciesId, tally]) => ({
      speciesId,
      catches: tally.count,
      first: tally.first(),
      row: tally.known.row,
    }));
  }

  private of(speciesId: string): SpeciesTally {
    const known = this.tallies.get(speciesId);
    if (known) return known;
    const made = new SpeciesTally(NO_TALLY);
    this.tallies.set(speciesId, made);
    return made;
  }
}
