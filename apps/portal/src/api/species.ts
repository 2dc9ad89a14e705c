import type { NewSpecies, SpeciesPhotoDetails, SpeciesPatch } from '@catch-data/sdk';
import { keepPreviousData, queryOptions } from '@tanstack/react-query';
import type { Photo, Tier } from './catches.js';
import { cds } from './client.js';
import { type Filters, pageOf } from './list-page.js';

export interface SpeciesPhoto extends Photo {
  readonly kind: 'photo' | 'illustration';
  readonly license: string;
  readonly attribution: string | null;
  readonly source_url: string | null;
}

export interface CommonName {
  readonly name: string;
  readonly language: string;
  readonly region: string | null;
}

export interface WorldRecord {
  readonly weight_lbs: number;
  readonly place: string;
  readonly date: string;
  readonly angler: string;
  readonly source: string;
}

export interface ServiceRecord {
  readonly catch_id: string;
  readonly weight_lbs: number;
  readonly caught_at: string;
  readonly region: string | null;
  readonly country: string | null;
  readonly verification_tier: Tier;
  readonly angler: { readonly id: string; readonly name: string };
}

export interface Species {
  readonly id: string;
  readonly slug: string;
  readonly common_name: string;
  readonly common_names: readonly CommonName[];
  readonly scientific_name: string;
  readonly family: string;
  readonly order: string;
  readonly water: string;
  readonly regions: readonly string[];
  readonly photos: readonly SpeciesPhoto[];
  readonly records: { readonly world: WorldRecord | null; readonly service: ServiceRecord | null };
  readonly max_weight_lbs: number | null;
  readonly max_length_in: number | null;
  readonly updated_at: string;
}

export interface SpeciesRecord {
  readonly id: string;
  readonly kind: 'world' | 'service';
  readonly current: boolean;
  readonly region: string | null;
  readonly weight_lbs: number;
  readonly date: string;
  readonly place: string | null;
  readonly angler: { readonly id: string | null; readonly name: string };
  readonly source: string | null;
  readonly catch_id: string | null;
  readonly verification_tier: Tier | null;
  readonly ended_at: string | null;
}

export const WATERS = ['freshwater', 'saltwater', 'brackish', 'anadromous', 'catadromous'] as const;

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
] as const;

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

export interface SpeciesFields {
  readonly common_name: string;
  readonly scientific_name: string;
  readonly family: string;
  readonly order: string;
  readonly water: string;
  readonly regions: readonly string[];
  readonly common_names: readonly CommonName[];
  readonly max_weight_lbs: number | null;
  readonly max_length_in: number | null;
}

export const createSpecies = async (fields: SpeciesFields): Promise<Species> =>
  (await cds.species.create(fields as NewSpecies)) as Species;

/** Fails with 412 when somebody changed the species since it was read. */
export const updateSpecies = async (species: Species, fields: SpeciesFields): Promise<Species> =>
  (await cds.species.update(species, fields as SpeciesPatch)) as Species;

export const deleteSpecies = (id: string): Promise<void> => cds.species.delete(id);

export const createSpeciesRecord = (id: string, record: WorldRecord): Promise<unknown> =>
  cds.species.createRecord(id, record);

export const deleteSpeciesRecord = (id: string, recordId: string): Promise<void> =>
  cds.species.deleteRecord(id, recordId);

/** Of a form with `file`, `license`, `attribution` and `source_url`; what is empty is left out. */
export const uploadSpeciesPhoto = (id: string, form: FormData): Promise<unknown> => {
  const text = (name: string): string | undefined => String(form.get(name) ?? '').trim() || undefined;
  return cds.species.uploadPhoto(
    id,
    form.get('file') as File,
    {
      license: text('license') ?? '',
      attribution: text('attribution'),
      source_url: text('source_url'),
    } as SpeciesPhotoDetails,
  );
};

export const deleteSpeciesPhoto = (id: string, photoId: string): Promise<void> => cds.species.deletePhoto(id, photoId);
