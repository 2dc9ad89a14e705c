import type { Candidate, Violation } from '@cds/errors';
import type { Caller } from '@cds/identity';
import { Clock } from '@cds/service-kit';
import { Injectable } from '@nestjs/common';
import { Anglers } from '../../angler-lookup/anglers.js';
import type { KnownSpecies } from '../../species-names/species-index.js';
import { SpeciesNames } from '../../species-names/species-names.js';
import { noSuchSpecies } from '../../species-names/unknown-species.js';

/** What a body may be refused for that its schema cannot know. Each answer is a value or what is wrong with it. */
@Injectable()
export class CatchRules {
  /** Whether a species that has just been created is waited for. */
  protected readonly waitsForNew: boolean = true;
  /** Whether what is wrong with a value is said with the value. */
  protected readonly quotes: boolean = true;

  constructor(
    private readonly names: SpeciesNames,
    private readonly anglers: Anglers,
    private readonly clock: Clock,
  ) {}

  async species(text: string): Promise<KnownSpecies | Violation> {
    const resolved = await (this.waitsForNew ? this.names.resolveSoon(text) : this.names.resolve(text));
    switch (resolved.found) {
      case 'one':
        return resolved.species;
      case 'several':
        return ambiguous(
          this.quotes ? JSON.stringify(text) : 'The name',
          await this.names.mostCaughtFirst(resolved.species),
        );
      case 'none':
        return unknown(text, await this.names.nearest(text), this.quotes);
    }
  }

  async knownSpecies(id: string): Promise<KnownSpecies | undefined> {
    return (await this.names.index()).get(id);
  }

  /**
   * Over twice the greatest weight known of the species is implausible; where none is known, the schema's bound holds.
   */
  weight(weightLbs: number, species: KnownSpecies): Violation | undefined {
    const most = species.maxWeightLbs === null ? Infinity : 2 * species.maxWeightLbs;
    if (weightLbs <= most) return undefined;
    const detail =
      `${weightLbs} lb is over twice the greatest weight known of ${species.commonName}, ` +
      `${species.maxWeightLbs} lb.`;
    return { pointer: '/weight_lbs', code: 'catch.weight_implausible', detail };
  }

  caughtAt(at: string): Violation | undefined {
    const now = this.clock.now();
    if (new Date(at) <= now) return undefined;
    return {
      pointer: '/caught_at',
      code: 'too_big',
      detail: `caught_at must not be in the future; it is ${now.toISOString()} here.`,
    };
  }

  async angler(id: string, caller: Caller): Promise<Violation | undefined> {
    if (await this.anglers.find(caller.accountId, id)) return undefined;
    return {
      pointer: '/angler_id',
      code: 'angler.unknown',
      detail: `This account has no angler ${this.quotes ? JSON.stringify(id) : 'with this id'}.`,
    };
  }
}

/** Enough to choose from; `q` of the species' list finds all. */
const MOST_CANDIDATES = 100;
/** A sentence names so many, and of more than these the first few. */
const MOST_NAMED = 5;
const FIRST_FEW = 3;

const ambiguous = (name: string, species: readonly KnownSpecies[]): Violation => {
  const named = species.slice(0, species.length > MOST_NAMED ? FIRST_FEW : MOST_NAMED);
  const others = species.length - named.length;
  const names = [
    ...named.map(({ commonName, id }) => `${commonName} (${id})`),
    ...(others > 0 ? [`one of ${others} others`] : []),
  ];
  return {
    pointer: '/species',
    code: 'species.ambiguous',
    detail: `${name} may be ${names.join(' or ')}.`,
    candidates: candidatesOf(species),
  };
};

const unknown = (text: string, nearest: readonly KnownSpecies[], quotes: boolean): Violation => ({
  pointer: '/species',
  code: 'species.unknown',
  detail: noSuchSpecies(text, nearest, quotes),
  ...(nearest.length > 0 && { candidates: candidatesOf(nearest) }),
});

const candidatesOf = (species: readonly KnownSpecies[]): Candidate[] =>
  species.slice(0, MOST_CANDIDATES).map(({ id, commonName }) => ({ id, common_name: commonName }));

export const isViolation = (value: object | undefined): value is Violation =>
  value !== undefined && 'code' in value && 'detail' in value;
