import type { Violation } from '@cds/errors';
import { Clock, type Requester } from '@cds/service-kit';
import type { ParsedBody } from '@cds/validation';
import { Injectable } from '@nestjs/common';
import { accepted } from '../../accepted.js';
import { contextOf } from '../append-context.js';
import { refuseTakenName } from '../refuse-taken-name.js';
import { SpeciesLog } from '../species-log.js';
import { lockNames } from '../species-names.js';
import { descriptionOf, type SpeciesRow } from '../species.projection.js';
import type { EditSpeciesBody } from '../species-fields.js';
import { speciesTag } from '../species-tag.js';
import { SpeciesViews } from '../species-views.js';
import type { ReadSpecies } from '../species-detail/species-detail.query.js';
import { editSpecies } from './edit-species.js';

@Injectable()
export class EditSpeciesHandler {
  constructor(
    private readonly log: SpeciesLog,
    private readonly views: SpeciesViews,
    private readonly clock: Clock,
  ) {}

  /**
   * Merges a patch into the species with this id or slug, which keeps its slug. Fails with `species.not_found`,
   * `species.deleted`, `request.precondition_failed`, what is wrong with the body, or `species.scientific_name_taken`.
   */
  async execute(
    idOrSlug: string,
    readPatch: () => ParsedBody<EditSpeciesBody>,
    caller: Requester,
    ifMatch: string | undefined,
  ): Promise<ReadSpecies> {
    const row = await this.log.transaction(async (tx) => {
      const parsed = readPatch();
      if (parsed.partial.scientific_name !== undefined) await lockNames(tx);
      const before = await this.log.lock(tx, idOrSlug, ifMatch);
      const patch = accepted(parsed, weightViolations(parsed.partial, before));
      if (patch.scientific_name !== undefined && patch.scientific_name !== before.scientificName)
        await refuseTakenName(tx, patch.scientific_name);
      const events = editSpecies(patch, { status: 'registered', species: descriptionOf(before) });
      return (await this.log.append(tx, before, events, contextOf(caller, this.clock.now()))) ?? before;
    });
    const [view] = await this.views.of([row]);
    if (!view) throw new Error(`the species ${row.id} has no view`);
    return { view, tag: speciesTag(row) };
  }
}

/** The greatest weight known is never below the world record. */
const weightViolations = (
  { max_weight_lbs: weight }: Partial<EditSpeciesBody>,
  { worldRecord }: SpeciesRow,
): Violation[] => {
  if (weight === undefined || weight === null || !worldRecord || weight >= worldRecord.weightLbs) return [];
  const detail = `must not be below the world record of ${worldRecord.weightLbs} lb`;
  return [{ pointer: '/max_weight_lbs', code: 'too_small', detail }];
};
