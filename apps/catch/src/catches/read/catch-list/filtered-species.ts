import type { Violation } from '@cds/errors';
import { throwIfAny } from '@cds/validation';
import { Injectable } from '@nestjs/common';
import type { Resolution } from '../../../species-names/species-index.js';
import { SpeciesNames } from '../../../species-names/species-names.js';
import { isMeantAsId, noSuchSpecies } from '../../../species-names/unknown-species.js';

/** To find the nearest names is to read all there are, so it is done for this many unknown ones of a request. */
const MAX_SUGGESTED_FOR = 3;

/** Where a request names the species of its filter. */
type Place = { readonly parameter: string } | { readonly pointer: string };
const PARAMETER: Place = { parameter: 'species' };

interface Named {
  readonly name: string;
  /** None where nobody knows the name. */
  readonly ids: readonly string[];
}

/**
 * The species that filters name. A name that several species share means all of them, and the id of a deleted species
 * means it still: catches of it may be there.
 */
@Injectable()
export class FilteredSpecies {
  constructor(private readonly names: SpeciesNames) {}

  /** The ids of the species. Fails with `request.invalid` for those that nobody knows. */
  async ids(names: readonly string[]): Promise<string[]> {
    const resolved = await this.resolve(names);
    throwIfAny({ invalid: await this.violations(resolved, PARAMETER) });
    return resolved.flatMap(({ ids }) => ids);
  }

  /** A violation for each name that nobody knows. */
  async unknown(names: readonly string[] = [], place: Place = PARAMETER): Promise<Violation[]> {
    return this.violations(await this.resolve(names), place);
  }

  private async resolve(names: readonly string[]): Promise<Named[]> {
    const resolved = await Promise.all(
      names.map(async (name) => ({ name, ids: idsOf(await this.names.resolve(name)) })),
    );
    const unknown = resolved.filter(({ name, ids }) => ids.length === 0 && isMeantAsId(name));
    if (unknown.length === 0) return resolved;
    const deleted = await this.names.everKnown(unknown.map(({ name }) => name.trim()));
    return resolved.map((one) => (deleted.has(one.name.trim()) ? { ...one, ids: [one.name.trim()] } : one));
  }

  private violations(resolved: readonly Named[], place: Place): Promise<Violation[]> {
    const unknown = resolved.filter(({ ids }) => ids.length === 0);
    return Promise.all(unknown.map(({ name }, index) => this.violation(name, index < MAX_SUGGESTED_FOR, place)));
  }

  private async violation(name: string, isSuggestedFor: boolean, place: Place): Promise<Violation> {
    const nearest = isSuggestedFor ? await this.names.nearest(name) : [];
    return { ...place, code: 'species.unknown', detail: noSuchSpecies(name, nearest) };
  }
}

const idsOf = (resolution: Resolution): string[] => {
  switch (resolution.found) {
    case 'one':
      return [resolution.species.id];
    case 'several':
      return resolution.species.map(({ id }) => id);
    case 'none':
      return [];
  }
};
