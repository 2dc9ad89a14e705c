import { Injectable } from '@nestjs/common';
import { Anglers } from '../anglers/anglers.js';
import type { SpeciesIndex } from '../species-names/species-index.js';
import { SpeciesNames } from '../species-names/species-names.js';
import { type CatchListRow, catchListRow } from './catch-list/catch-list.projection.js';
import type { Logged } from './catch.state.js';
import { type CatchView, catchView, type Names } from './catch-view.js';

/** A row as the lists read it: with its angler's name. */
export type NamedCatchRow = CatchListRow & { angler_name: string | null };

/** Catches as an account sees them, with the names that species and anglers have now. */
@Injectable()
export class CatchViews {
  constructor(
    private readonly anglers: Anglers,
    private readonly species: SpeciesNames,
  ) {}

  /** `anglerName` saves the look-up where it is known already. */
  async ofState(state: Omit<Logged, 'status'>, viewer: string, anglerName?: string): Promise<CatchView> {
    const { anglerId, speciesId } = state.details;
    const name = anglerName ?? (await this.anglers.names([anglerId])).get(anglerId);
    return catchView(catchListRow(state), namesIn(await this.species.index(), speciesId, name), viewer);
  }

  async ofRows(rows: readonly NamedCatchRow[], viewer: string): Promise<CatchView[]> {
    const species = await this.species.index();
    return rows.map((row) => catchView(row, namesIn(species, row.species_id, row.angler_name), viewer));
  }

  /** How a batch of published events names species and anglers. */
  async namesOf(anglerIds: readonly string[]): Promise<(ids: { speciesId: string; anglerId: string }) => Names> {
    const [species, anglers] = await Promise.all([this.species.index(), this.anglers.names(anglerIds)]);
    return ({ speciesId, anglerId }) => namesIn(species, speciesId, anglers.get(anglerId));
  }
}

/** A species that left the catalogue is still named by its id. */
const namesIn = (species: SpeciesIndex, speciesId: string, angler: string | null | undefined): Names => ({
  species: species.get(speciesId)?.commonName ?? speciesId,
  angler: angler ?? '',
});
