import type { SpeciesChangedV1 } from '@cds/contracts/events';
import type { CloudEvent } from '@cds/kafka';
import { testIds } from '@cds/testing';

const ids = testIds();

/** A species as `species.catalog` has it. Each call is an event of its own. */
export const speciesChanged = (
  id: string,
  commonName: string,
  version: number,
  aliases: string[] = [],
): CloudEvent<SpeciesChangedV1> => ({
  id: ids('event'),
  type: 'SpeciesChangedV1',
  source: '/species',
  subject: id,
  time: new Date(),
  accountId: null,
  traceparent: null,
  data: {
    id,
    slug: 'x',
    common_name: commonName,
    common_names: aliases.map((name) => ({ name, language: 'en', region: null })),
    scientific_name: `Testus ${id}`,
    family: 'Testidae',
    order: 'Testiformes',
    water: 'freshwater',
    regions: [],
    records: { world: null },
    max_weight_lbs: 10,
    max_length_in: null,
    updated_at: '2026-01-01T00:00:00.000Z',
    version,
  },
});
