import { VERIFICATION_TIERS } from '@cds/contracts';
import { type CatchListRow, NOTHING_PERSONAL } from './catch-list/catch-list.projection.js';
import { type PhotoView, photoView } from './photo-view.js';

export interface CatchView {
  id: string;
  species: string;
  species_id: string;
  weight_lbs: number;
  length_in: number | null;
  depth_ft: number | null;
  verification_tier: (typeof VERIFICATION_TIERS)[number];
  caught_at: string;
  created_at: string;
  updated_at: string;
  angler: { id: string; name: string };
  location: LocationView | null;
  method: string | null;
  bait: string | null;
  water_type: 'freshwater' | 'saltwater' | 'brackish' | null;
  released: boolean | null;
  notes: string | null;
  photos: PhotoView[];
  version: number;
  external_id: string | null;
  metadata: Readonly<Record<string, string>> | null;
}

interface LocationView {
  name: string | null;
  latitude: number | null;
  longitude: number | null;
  region: string | null;
  country: string | null;
  /** Coordinates are rounded to 0.1 degrees and the name is withheld. */
  obscured: boolean;
}

/** What a catch says of things that are kept elsewhere. */
export interface Names {
  species: string;
  angler: string;
  /** Whether the catch is an erased angler's: then nothing personal of it is shown. */
  isErased: boolean;
  /** The API's origin, with which the addresses of photos begin. */
  origin: string;
}

export type NamesOf = (ids: { speciesId: string; anglerId: string }) => Names;

/** The same names, for states that may say no more than a catch of an erased angler does. */
export const namesOfErased =
  (namesOf: NamesOf): NamesOf =>
  (ids) => ({ ...namesOf(ids), isErased: true });

/** A catch as an account sees it: the owner all of it, everybody else the public part. `null` is everybody else. */
export const catchView = (stored: CatchListRow, names: Names, viewer: string | null): CatchView => {
  const row = names.isErased ? { ...stored, ...NOTHING_PERSONAL } : stored;
  const own = row.account_id === viewer;
  return {
    id: row.id,
    species: names.species,
    species_id: row.species_id,
    weight_lbs: row.weight_lbs,
    length_in: row.length_in,
    depth_ft: row.depth_ft,
    verification_tier: VERIFICATION_TIERS[row.verification_tier] ?? 'unverified',
    caught_at: row.caught_at.toISOString(),
    created_at: row.created_at.toISOString(),
    updated_at: row.updated_at.toISOString(),
    angler: { id: row.angler_id, name: names.angler },
    location: row.has_location ? locationView(row, own) : null,
    method: row.method,
    bait: row.bait,
    water_type: row.water_type as CatchView['water_type'],
    released: row.released,
    notes: row.notes,
    photos: (row.photos ?? []).map((photo) => photoView(photo, names.origin)),
    version: row.version,
    external_id: own ? row.external_id : null,
    metadata: own ? row.metadata : null,
  };
};

const locationView = (row: CatchListRow, own: boolean): LocationView => ({
  name: own ? row.location_name : null,
  latitude: own ? row.latitude : toGrid(row.latitude),
  longitude: own ? row.longitude : toGrid(row.longitude),
  region: row.region,
  country: row.country,
  obscured: !own,
});

/** To the nearest 0.1 degrees, as lists search it in SQL; -0 is 0. */
const toGrid = (degrees: number | null): number | null =>
  degrees === null ? null : Math.floor(degrees * 10 + 0.5) / 10 + 0;
