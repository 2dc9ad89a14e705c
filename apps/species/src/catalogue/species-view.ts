import type { Species } from '../generated/client.js';
import type { CommonName, WorldRecord } from './species.events.js';

/** A species as the API answers it. */
export interface SpeciesView {
  id: string;
  slug: string;
  common_name: string;
  common_names: readonly CommonName[];
  scientific_name: string;
  family: string;
  order: string;
  water: string;
  regions: readonly string[];
  photos: readonly never[];
  records: { world: WorldRecordView | null; service: null };
  max_weight_lbs: number | null;
  max_length_in: number | null;
  updated_at: string;
}

export interface WorldRecordView {
  weight_lbs: number;
  place: string;
  date: string;
  angler: string;
  source: string;
}

export const speciesView = (species: Species): SpeciesView => ({
  id: species.id,
  slug: species.slug,
  common_name: species.commonName,
  common_names: (species.commonNames as unknown as CommonName[]).map(({ name, language, region }) => ({ name, language, region })),
  scientific_name: species.scientificName,
  family: species.family,
  order: species.order,
  water: species.water,
  regions: species.regions,
  photos: [],
  records: { world: worldRecordView(species.worldRecord as unknown as WorldRecord | null), service: null },
  max_weight_lbs: species.maxWeightLbs,
  max_length_in: species.maxLengthIn,
  updated_at: species.updatedAt.toISOString(),
});

export const worldRecordView = (record: WorldRecord | null): WorldRecordView | null => {
  if (record === null) return null;
  const { weightLbs, place, date, angler, source } = record;
  return { weight_lbs: weightLbs, place, date, angler, source };
};
