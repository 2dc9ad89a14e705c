import type { Violation } from '@cds/errors';
import { throwIfAny } from '@cds/validation';
import { Injectable } from '@nestjs/common';
import type { Resolution } from '../../../species-names/species-index.js';
import { SpeciesNames } from '../../../species-names/species-names.js';

/** To find the nearest names is to read all there are, so it is done for this many unknown ones of a request. */
const MAX_SUGGESTED_FOR = 3;

/** Where a request names the species of its filter. */
type Place = { readonly parameter: string } | { readonly pointer: string };
const PARAMETER: Place = { parameter: 'species' };

type Named = Resolution & { readonly name: string };

/** The species that filters name. A name that several species share means all of them. */
@Injectable()
export class FilteredSpecies {
  constructor(private readonly names: SpeciesNames) {}

  /** The ids of the species. Fails with `request.invalid` for those that nobody knows. */
  async ids(names: readonly string[]): Promise<string[]> {
    const resolved = await this.resolve(names);
    throwIfAny({ invalid: await this.violations(resolved, PARAMETER) });
    return resolved.flatMap((one) =>
      one.found === 'one' ? [one.species.id] : one.found === 'several' ? one.species.map(({ id }) => id) : [],
    );
  }

  /** A violation for each name that nobody knows. */
  async unknown(names: readonly string[] = [], place: Place = PARAMETER): Promise<Violation[]> {
    return this.violations(await this.resolve(names), place);
  }

  private resolve(names: readonly string[]): Promise<Named[]> {
    return Promise.all(names.map(async (name) => ({ name, ...(await this.names.resolve(name)) })));
  }

  private violations(resolved: readonly Named[], place: Place): Promise<Violation[]> {
    const unknown = resolved.filter(({ found }) => found === 'none');
    return Promise.all(unknown.map(({ name }, index) => this.violation(name, index < MAX_SUGGESTED_FOR, place)));
  }

  private async violation(name: string, isSuggestedFor: boolean, place: Place): Promise<Violation> {
    const nearest = isSuggestedFor ? await this.names.nearest(name) : [];
    const names = nearest.map(({ commonName }) => commonName).join(', ');
    return {
      ...place,
      code: 'species.unknown',
      detail: `No species is called ${JSON.stringify(name)}.${nearest.length > 0 ? ` Nearest: ${names}.` : ''}`,
    };
  }
}
