import { VERIFICATION_TIERS } from '@cds/contracts';
import { metricTwins } from '@cds/listing';
import { z } from 'zod';

const metric = { description: 'With `units=metric`.' };

const fileSchema = z.strictObject({ url: z.string(), width: z.number().int(), height: z.number().int() });

const speciesPhotoSchema = z.strictObject({
  id: z.string(),
  kind: z.enum(['photo', 'illustration']),
  url: z.string(),
  width: z.number().int(),
  height: z.number().int(),
  variants: z.strictObject({ thumb: fileSchema, small: fileSchema, large: fileSchema }),
  license: z.string(),
  attribution: z.string().nullable(),
  source_url: z.string().nullable(),
});

/** A species as the species service returns it. The end-to-end test of the whole product compares the two. */
export const speciesSchema = z.strictObject({
  id: z.string(),
  slug: z.string(),
  common_name: z.string(),
  common_names: z.array(z.strictObject({ name: z.string(), language: z.string(), region: z.string().nullable() })),
  scientific_name: z.string(),
  family: z.string(),
  order: z.string(),
  water: z.string(),
  regions: z.array(z.string()),
  photos: z.array(speciesPhotoSchema),
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
    service: z
      .strictObject({
        catch_id: z.string(),
        weight_lbs: z.number(),
        weight_kg: z.number().optional().meta(metric),
        caught_at: z.iso.datetime({ precision: 3 }),
        region: z.string().nullable(),
        country: z.string().nullable(),
        verification_tier: z.enum(VERIFICATION_TIERS),
        angler: z.strictObject({ id: z.string(), name: z.string() }),
      })
      .nullable(),
  }),
  max_weight_lbs: z.number().nullable(),
  max_length_in: z.number().nullable(),
  max_weight_kg: z.number().nullable().optional().meta(metric),
  max_length_cm: z.number().nullable().optional().meta(metric),
  updated_at: z.iso.datetime({ precision: 3 }),
});
export type SpeciesView = z.infer<typeof speciesSchema>;

type ServiceRecord = NonNullable<SpeciesView['records']['service']>;
type PublishedServiceRecord = Omit<ServiceRecord, 'angler' | 'weight_kg'> & { angler: { id: string } };

/** A species as the catalogue publishes it, as far as `speciesView` needs it. */
export type PublishedSpecies = Omit<SpeciesView, 'photos' | 'records' | 'max_weight_kg' | 'max_length_cm'> & {
  records: Pick<SpeciesView['records'], 'world'> & { service?: PublishedServiceRecord | null | undefined };
  /** Absent in events of earlier releases. */
  photos?: PublishedPhoto[] | undefined;
};

/** `angler_id` is there where the photo is of a catch, whose angler is to be named. */
type PublishedPhoto = SpeciesView['photos'][number] & { angler_id?: string | undefined };

/** The anglers whom the view of a species names. */
export const anglersNamedIn = ({ records, photos = [] }: PublishedSpecies): string[] => [
  ...(records.service ? [records.service.angler.id] : []),
  ...photos.flatMap(({ angler_id: id }) => id ?? []),
];

/** The catalogue has no names: `names` has those of the anglers that it refers to. */
export const speciesView = (species: PublishedSpecies, names: ReadonlyMap<string, string>): SpeciesView => ({
  id: species.id,
  slug: species.slug,
  common_name: species.common_name,
  common_names: species.common_names,
  scientific_name: species.scientific_name,
  family: species.family,
  order: species.order,
  water: species.water,
  regions: species.regions,
  photos: (species.photos ?? []).map((photo) => credited(photo, names)),
  records: { world: species.records.world, service: serviceRecord(species, names) },
  max_weight_lbs: species.max_weight_lbs,
  max_length_in: species.max_length_in,
  updated_at: species.updated_at,
});

const credited = (
  { angler_id: anglerId, ...photo }: PublishedPhoto,
  names: ReadonlyMap<string, string>,
): SpeciesView['photos'][number] =>
  anglerId === undefined ? photo : { ...photo, attribution: names.get(anglerId) ?? '' };

const serviceRecord = (
  { records: { service } }: PublishedSpecies,
  names: ReadonlyMap<string, string>,
): SpeciesView['records']['service'] =>
  service ? { ...service, angler: { id: service.angler.id, name: names.get(service.angler.id) ?? '' } } : null;

/** The same with each measure in metric units too. */
export const metricSpecies = (view: SpeciesView): SpeciesView => {
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
