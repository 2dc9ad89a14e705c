import type { DomainEvent } from '@cds/event-sourcing';

export const WATERS = ['freshwater', 'saltwater', 'brackish', 'anadromous', 'catadromous'] as const;
export type Water = (typeof WATERS)[number];

export const REGIONS = [
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
export type Region = (typeof REGIONS)[number];

/** `language` is an ISO 639-1 code; `region` says where, or in which sense, the name is used. */
export interface CommonName {
  name: string;
  language: string;
  region: string | null;
}

/** `date` is `YYYY`, `YYYY-MM` or `YYYY-MM-DD`: old records are known by their year alone. */
export interface WorldRecord {
  weightLbs: number;
  place: string;
  date: string;
  angler: string;
  source: string;
}

/** What the catalogue knows of a species. */
export interface SpeciesFacts {
  commonName: string;
  scientificName: string;
  family: string;
  order: string;
  water: Water;
  regions: readonly Region[];
  /** All of them, the common name first. */
  commonNames: readonly CommonName[];
  worldRecord: WorldRecord | null;
  /** The greatest weight known, be it reported or a record. */
  maxWeightLbs: number | null;
  maxLengthIn: number | null;
}

/** The facts under their address, which stays when names change. */
export interface SpeciesDescription extends SpeciesFacts {
  slug: string;
}

// Both events carry the whole species: the catalogue's topic does too, and publishing needs no other event then.
export type SpeciesRegistered = DomainEvent<'SpeciesRegistered', { species: SpeciesDescription }>;
export type SpeciesRevised = DomainEvent<
  'SpeciesRevised',
  { species: SpeciesDescription; previous: Partial<SpeciesFacts> }
>;

export type SpeciesEvent = SpeciesRegistered | SpeciesRevised;
