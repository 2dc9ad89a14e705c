import { keepAnswer, type StoredResponse } from '@cds/idempotency';
import { Clock, newId, type Requester } from '@cds/service-kit';
import { Injectable } from '@nestjs/common';
import { contextOf } from '../append-context.js';
import { refuseTakenName } from '../refuse-taken-name.js';
import { slugOf } from '../seed-catalogue/slug.js';
import { SpeciesLog, speciesEvents } from '../species-log.js';
import { lockNames, takenSlugs } from '../species-names.js';
import { evolveRow, type SpeciesRow } from '../species.projection.js';
import { saveSpecies } from '../species.rows.js';
import type { CreateSpeciesBody } from '../species-fields.js';
import { speciesTag, taggedView } from '../species-tag.js';
import { PublicOrigin } from '../public-origin.js';
import { type SpeciesView, speciesView } from '../species-view.js';
import { createSpecies } from './create-species.js';

@Injectable()
export class CreateSpeciesHandler {
  constructor(
    private readonly log: SpeciesLog,
    private readonly origin: PublicOrigin,
    private readonly clock: Clock,
  ) {}

  /** Adds a species under an address of its own. Fails with `species.scientific_name_taken`. */
  async execute(body: CreateSpeciesBody, caller: Requester): Promise<StoredResponse & { body: SpeciesView }> {
    return this.log.transaction(async (tx) => {
      await lockNames(tx);
      await refuseTakenName(tx, body.scientific_name);
      const names = { commonName: body.common_name, scientificName: body.scientific_name };
      const event = createSpecies(slugOf(names, await takenSlugs(tx)), body);
      const context = contextOf(caller, this.clock.now());
      const recorded = await speciesEvents.append(tx, newId('species'), 0, [event], context);
      const row = recorded.reduce<SpeciesRow | null>(evolveRow, null);
      if (row === null) throw new Error('the species was not registered');
      await saveSpecies(tx, [row]);
      const answer = createdSpecies(row, this.origin.url);
      await keepAnswer(tx, caller.reservation, answer);
      return answer;
    });
  }
}

/** How a new species is answered; nobody holds a record of it yet. */
const createdSpecies = (row: SpeciesRow, origin: string): StoredResponse & { body: SpeciesView } => {
  const view = speciesView(row, () => '', origin);
  return {
    status: 201,
    headers: { location: `/v1/species/${row.id}`, etag: taggedView(speciesTag(row), view) },
    body: view,
  };
};
