import { tierRank } from '@cds/contracts';
import { columnsWhere, type ColumnWhere } from '../../rules/fields-where.js';
import type { CatchPhoto } from '../../model/catch-photo.js';
import type { Deleted, Logged } from '../../model/catch.state.js';

/** A row of `catches`: live ones alone. */
export interface CatchListRow {
  id: string;
  account_id: string;
  angler_id: string;
  species_id: string;
  weight_lbs: number;
  length_in: number | null;
  depth_ft: number | null;
  caught_at: Date;
  location_name: string | null;
  latitude: number | null;
  longitude: number | null;
  region: string | null;
  country: string | null;
  has_location: boolean;
  method: string | null;
  bait: string | null;
  water_type: string | null;
  released: boolean | null;
  notes: string | null;
  external_id: string | null;
  metadata: Readonly<Record<string, string>> | null;
  /** Null when there are none: so an index has only catches with photos. */
  photos: readonly CatchPhoto[] | null;
  verification_tier: number;
  version: number;
  created_at: Date;
  updated_at: Date;
}

/** What of a row goes with an erased angler: answers leave it out before the row itself has lost it. */
export const NOTHING_PERSONAL = {
  ...(Object.fromEntries(columnsWhere({ isPersonal: true }).map((column) => [column, null])) as Record<
    ColumnWhere<{ readonly isPersonal: true }>,
    null
  >),
  photos: null,
} satisfies Partial<CatchListRow>;

/** What the lists know of a catch, from what the log says of it. */
export const catchListRow = (state: Omit<Logged, 'status'>): CatchListRow => {
  const { details, id, accountId, tier, photos, version, createdAt, updatedAt } = state;
  const { location, method, bait, notes, externalId, metadata } = details;
  return {
    id,
    account_id: accountId,
    angler_id: details.anglerId,
    species_id: details.speciesId,
    weight_lbs: details.weightLbs,
    length_in: details.lengthIn,
    depth_ft: details.depthFt,
    caught_at: new Date(details.caughtAt),
    water_type: details.waterType,
    released: details.released,
    verification_tier: tierRank(tier),
    version,
    created_at: createdAt,
    updated_at: updatedAt,
    location_name: location?.name ?? null,
    latitude: location?.latitude ?? null,
    longitude: location?.longitude ?? null,
    region: location?.region ?? null,
    country: location?.country ?? null,
    has_location: location !== null,
    method,
    bait,
    notes,
    external_id: externalId,
    metadata,
    photos: photos.length > 0 ? photos : null,
  };
};

/** A row of `catch_tombstones`: what stays of a deleted catch. */
export const tombstoneRow = ({ id, accountId, details, version, deletedAt }: Deleted) => ({
  id,
  account_id: accountId,
  angler_id: details.anglerId,
  version,
  deleted_at: deletedAt,
});
