import { metricFieldsOf, metricTwins, pickFields, queryFields, queryUnits } from '@cds/listing';
import type { z } from 'zod';
import { speciesSchema, type SpeciesView } from './species-view.js';

/** How species are answered, one or many. */
export const presentation = { fields: queryFields(speciesSchema).optional(), units: queryUnits };

interface Presentation {
  readonly fields?: ReadonlySet<string> | undefined;
  readonly units: z.infer<typeof queryUnits>;
}

const METRIC_FIELDS = metricFieldsOf(['max_weight_lbs', 'max_length_in']);

/** A species as it was asked for: some of its fields, with metric twins where they are asked for. */
export const presentSpecies = (view: SpeciesView, { fields, units }: Presentation): Partial<SpeciesView> => {
  const isMetric = units === 'metric' || METRIC_FIELDS.some((field) => fields?.has(field));
  return pickFields(isMetric ? withMetric(view) : view, fields);
};

const withMetric = (view: SpeciesView): SpeciesView => {
  const { world, service } = view.records;
  return {
    ...view,
    records: {
      world: world && { ...world, ...metricTwins(world) },
      service: service && { ...service, ...metricTwins(service) },
    },
    ...metricTwins(view),
  } as SpeciesView;
};
