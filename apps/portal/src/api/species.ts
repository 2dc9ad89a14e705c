import type {
  CreateOptions,
  NewSpecies,
  NewSpeciesRecord,
  Species,
  SpeciesPatch,
  SpeciesPhotoDetails,
  SpeciesRecord,
  SpeciesRegion,
  SpeciesWater,
} from '@catch-data/sdk';
import { keepPreviousData, queryOptions } from '@tanstack/react-query';
import { cds } from './client.js';
import { type Filters, pageOf } from './list-page.js';

export const WATERS = [
  'freshwater',
  'saltwater',
  'brackish',
  'anadromous',
  'catadromous',
] as const satisfies readonly SpeciesWater[];

export const SPECIES_REGIONS = [
  'north_america',
  'central_america',
  'south_america',
  'europe',
  'africa',
  'asia',
  'oceania',
  'atlantic',
  'pacific',
  'indian',
  'mediterranean',
  'arctic',
] as const satisfies readonly SpeciesRegion[];

export const speciesListQuery = (query: Filters) =>
  queryOptions({
    queryKey: ['species', query],
    queryFn: ({ signal }) => pageOf<Species>(cds.species.list(query as object, { signal })),
    placeholderData: keepPreviousData,
  });

/** By its id or its slug. */
export const speciesQuery = (id: string) =>
  queryOptions({
    queryKey: ['one-species', id],
    queryFn: async ({ signal }) => (await cds.species.get(id, {}, { signal })) as Species,
    structuralSharing: false,
  });

export const speciesRecordsQuery = (id: string, query: Filters) =>
  queryOptions({
    queryKey: ['one-species', id, 'records', query],
    queryFn: ({ signal }) => pageOf<SpeciesRecord>(cds.species.records(id, query as object, { signal })),
  });

export const createSpecies = async (fields: NewSpecies, options?: CreateOptions): Promise<Species> =>
  (await cds.species.create(fields, options)) as Species;

/** Fails with 412 when somebody changed the species since it was read. */
export const updateSpecies = async (species: Species, fields: SpeciesPatch): Promise<Species> =>
  (await cds.species.update(species, fields)) as Species;

export const deleteSpecies = (id: string): Promise<void> => cds.species.delete(id);

export const createSpeciesRecord = (id: string, record: NewSpeciesRecord, options?: CreateOptions): Promise<unknown> =>
  cds.species.createRecord(id, record, options);

export const deleteSpeciesRecord = (id: string, recordId: string): Promise<void> =>
  cds.species.deleteRecord(id, recordId);

/** Of a form with `file`, `license`, `attribution` and `source_url`; what is empty is left out. */
export const uploadSpeciesPhoto = (id: string, form: FormData, options?: CreateOptions): Promise<unknown> => {
  const text = (name: string): string | undefined => String(form.get(name) ?? '').trim() || undefined;
  return cds.species.uploadPhoto(
    id,
    form.get('file') as File,
    {
      license: text('license') ?? '',
      attribution: text('attribution'),
      source_url: text('source_url'),
    } as SpeciesPhotoDetails,
    options,
  );
};

export const deleteSpeciesPhoto = (id: string, photoId: string): Promise<void> => cds.species.deletePhoto(id, photoId);
