import type { VerificationTier } from '@cds/contracts';
import type { DomainEvent } from '@cds/event-sourcing';
import type { SpeciesPhoto } from './species-photo.js';

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
  /** Of the record; that of the seed has none, and `worldRecordId` gives it one. */
  id?: string | undefined;
  weightLbs: number;
  place: string;
  date: string;
  angler: string;
  source: string;
}

/** The heaviest catch of a species in this service. The angler's name is kept elsewhere, where erasure reaches it. */
export interface ServiceRecord {
  catchId: string;
  weightLbs: number;
  /** ISO 8601 in UTC. */
  caughtAt: string;
  anglerId: string;
  region: string | null;
  country: string | null;
  verificationTier: VerificationTier;
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
  /** The greatest weight known, be it reported or the world record. */
  maxWeightLbs: number | null;
  /** The greatest weight reported, records apart. */
  reportedMaxWeightLbs: number | null;
  maxLengthIn: number | null;
}

export type FactField = keyof SpeciesFacts;

/** A species under its address, which stays when names change. */
export interface SpeciesDescription extends SpeciesFacts {
  slug: string;
  /** World records that were broken, the heaviest first. */
  formerRecords: readonly WorldRecord[];
  serviceRecord: ServiceRecord | null;
  /** In the order in which they are shown. */
  photos: readonly SpeciesPhoto[];
  /** What a person edited, which the seed leaves alone from then on. */
  editedFields: readonly FactField[];
}

// Each event but a deletion carries the whole species as it leaves it: the catalogue's topic does too, and publishing
// needs no other event then.
export type SpeciesRegistered = DomainEvent<'SpeciesRegistered', { species: SpeciesDescription }>;
export type SpeciesRevised = DomainEvent<
  'SpeciesRevised',
  { species: SpeciesDescription; previous: Partial<SpeciesFacts> }
>;
export type SpeciesDeleted = DomainEvent<'SpeciesDeleted', object>;
/** A catch was logged while the species was being deleted. */
export type SpeciesRestored = DomainEvent<'SpeciesRestored', { species: SpeciesDescription }>;
/** A person entered, corrected or withdrew a world record. */
export type WorldRecordsEdited = DomainEvent<'WorldRecordsEdited', { species: SpeciesDescription }>;
/** Another catch holds the record of this service, or none does, or what is known of its holder changed. */
export type ServiceRecordChanged = DomainEvent<'ServiceRecordChanged', { species: SpeciesDescription }>;
/** Follows the change, unless the record fell back to an earlier catch. */
export type ServiceRecordBroken = DomainEvent<
  'ServiceRecordBroken',
  { species: SpeciesDescription; record: ServiceRecord; previous: ServiceRecord | null }
>;
export type SpeciesPhotoAdded = DomainEvent<'SpeciesPhotoAdded', { species: SpeciesDescription; photo: SpeciesPhoto }>;
export type SpeciesPhotoRemoved = DomainEvent<
  'SpeciesPhotoRemoved',
  { species: SpeciesDescription; photo: SpeciesPhoto }
>;

export type SpeciesEvent =
  | SpeciesRegistered
  | SpeciesRevised
  | SpeciesDeleted
  | SpeciesRestored
  | WorldRecordsEdited
  | ServiceRecordChanged
  | ServiceRecordBroken
  | SpeciesPhotoAdded
  | SpeciesPhotoRemoved;
