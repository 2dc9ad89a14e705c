import { Injectable } from '@nestjs/common';
import { Anglers, type NamedAngler } from '../../angler-lookup/anglers.js';
import type { SpeciesIndex } from '../../species-names/species-index.js';
import { SpeciesNames } from '../../species-names/species-names.js';
import { type CatchListRow, catchListRow } from './catch-list/catch-list.projection.js';
import type { Logged } from '../model/catch.state.js';
import { type CatchView, catchView, type Names, type NamesOf, namesOfErased } from './catch-view.js';
import { PublicOrigin } from './public-origin.js';

/** A row as the lists read it: with its angler's name, and whether nothing else may be shown of them. */
export type NamedCatchRow = CatchListRow & { angler_name: string | null; angler_erased: boolean | null };

/** Catches as an account sees them, with the names that species and anglers have now. */
@Injectable()
export class CatchViews {
  constructor(
    private readonly anglers: Anglers,
    private readonly species: SpeciesNames,
    private readonly origin: PublicOrigin,
  ) {}

  async ofState(state: Omit<Logged, 'status'>, viewer: string): Promise<CatchView> {
    const namesOf = await this.namesOf([state.details.anglerId]);
    return catchView(catchListRow(state), namesOf(state.details), viewer);
  }

  /** The same of what a catch was once. */
  async ofPast(state: Omit<Logged, 'status'>, viewer: string): Promise<CatchView> {
    const namesOf = await this.namesOfPast(state.id, [state.details.anglerId]);
    return catchView(catchListRow(state), namesOf(state.details), viewer);
  }

  /**
   * Shows to its owner what a catch of the angler will be, where nothing can be looked up any more. A name that is
   * known saves its look-up.
   */
  async ofAngler(angler: { id: string; name?: string }): Promise<(state: Omit<Logged, 'status'>) => CatchView> {
    const [species, named] = await Promise.all([
      this.species.index(),
      angler.name === undefined
        ? this.anglers.names([angler.id]).then((names) => names.get(angler.id))
        : { name: angler.name, isErased: false },
    ]);
    return (state) =>
      catchView(catchListRow(state), this.namesIn(species, state.details.speciesId, named), state.accountId);
  }

  async ofRows(rows: readonly NamedCatchRow[], viewer: string): Promise<CatchView[]> {
    const species = await this.species.index();
    return rows.map(({ angler_name: name, angler_erased: isErased, ...row }) =>
      catchView(row, this.namesIn(species, row.species_id, { name: name ?? '', isErased: isErased === true }), viewer),
    );
  }

  /**
   * How states that a catch had name species and anglers. Once it is an erased angler's, its past says no more than it
   * does itself, whoever's it was then.
   */
  async namesOfPast(catchId: string, anglerIds: readonly string[]): Promise<NamesOf> {
    const [namesOf, isErased] = await Promise.all([this.namesOf(anglerIds), this.anglers.isErasedOf(catchId)]);
    return isErased ? namesOfErased(namesOf) : namesOf;
  }

  /** How a batch of published events names species and anglers. */
  async namesOf(anglerIds: readonly string[]): Promise<NamesOf> {
    const [species, anglers] = await Promise.all([this.species.index(), this.anglers.names(anglerIds)]);
    return ({ speciesId, anglerId }) => this.namesIn(species, speciesId, anglers.get(anglerId));
  }

  /** A species that left the catalogue is still named by its id. */
  private namesIn(
    species: SpeciesIndex,
    speciesId: string,
    { name, isErased }: NamedAngler = { name: '', isErased: false },
  ): Names {
    const { commonName = speciesId } = species.get(speciesId) ?? {};
    return { species: commonName, angler: name, isErased, origin: this.origin.url };
  }
}
