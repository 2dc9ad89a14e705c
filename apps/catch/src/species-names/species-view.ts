import { metricTwins } from '@cds/listing';
import { z } from 'zod';

const metric = { description: 'With `units=metric`.' };

/** A species as its own resource answers it; held against that one by the story of the whole product. */
export const speciesSchema = z
  .strictObject({
    id: z.string(),
    slug: z.string(),
    common_name: z.string(),
    common_names: z.array(z.strictObject({ name: z.string(), language: z.string(), region: z.string().nullable() })),
    scientific_name: z.string(),
    family: z.string(),
    order: z.string(),
    water: z.string(),
    regions: z.array(z.string()),
    photos: z.array(z.never()),
    records: z.strictObject({
      world: z
        .strictObject({
          weight_lbs: z.number(),
          weight_kg: z.number().optional().meta(metric),
          place: z.string(),
          date: z.string(),
          angler: z.string(),
          source: z.string(),
        })
        .nullable(),
      service: z.null(),
    }),
    max_weight_lbs: z.number().nullable(),
    max_length_in: z.number().nullable(),
    max_weight_kg: z.number().nullable().optional().meta(metric),
    max_length_cm: z.number().nullable().optional().meta(metric),
    updated_at: z.iso.datetime({ precision: 3 }),
  })
  .meta({ id: 'CatchSpecies' });
export type SpeciesView = z.infer<typeof speciesSchema>;

/** What the catalogue tells of a species. */
export type ToldSpecies = Omit<SpeciesView, 'photos' | 'records' | 'max_weight_kg' | 'max_length_cm'> & {
  records: Pick<SpeciesView['records'], 'world'>;
};

export const speciesView = (species: ToldSpecies): SpeciesView => ({
  id: species.id,
  slug: species.slug,
  common_name: species.common_name,
  common_names: species.common_names,
  scientific_name: species.scientific_name,
  family: species.family,
  order: species.order,
  water: species.water,
  regions: species.regions,
  photos: [],
  records: { world: species.records.world, service: null },
  max_weight_lbs: species.max_weight_lbs,
  max_length_in: species.max_length_in,
  updated_at: species.updated_at,
});

/** With the metric twin of each measure beside it. */
export const metricSpecies = (view: SpeciesView): SpeciesView => {
  const { world, service } = view.records;
  return {
    ...view,
    records: { world: world && { ...world, ...metricTwins(world) }, service },
    ...metricTwins(view),
  } as SpeciesView;
};
