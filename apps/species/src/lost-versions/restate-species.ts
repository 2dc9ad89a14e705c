import { hasCode } from '@cds/errors';
import { later } from '../catalogue/append-context.js';
import { SpeciesLog } from '../catalogue/species-log.js';
import type { SpeciesEvent } from '../catalogue/species.events.js';
import { descriptionOf } from '../catalogue/species.projection.js';

/**
 * Appends events that change nothing until the species is beyond `version`. Each is published with the whole species,
 * and whoever has applied a lost version applies the last of them. Does nothing for a species that is deleted.
 */
export const restateSpecies = async (log: SpeciesLog, id: string, version: number): Promise<void> => {
  try {
    await log.transaction(async (tx) => {
      const row = await log.lock(tx, id);
      const same: SpeciesEvent = { type: 'SpeciesRevised', data: { species: descriptionOf(row), previous: {} } };
      const events = Array.from({ length: Math.max(0, version + 1 - row.version) }, () => same);
      const occurredAt = later(new Date(), row.updatedAt);
      await log.append(tx, row, events, { occurredAt, actor: null, requestId: null, traceparent: null });
    });
  } catch (error) {
    if (!hasCode(error, 'species.deleted')) throw error;
  }
};
