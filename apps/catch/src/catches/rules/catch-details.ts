import type { CatchDetails, CatchLocation } from '../model/catch.events.js';
import type { LogCatchBody } from './catch-schemas.js';

type Said = Pick<
  CatchDetails,
  | 'lengthIn'
  | 'depthFt'
  | 'location'
  | 'method'
  | 'bait'
  | 'waterType'
  | 'released'
  | 'notes'
  | 'externalId'
  | 'metadata'
>;
type Body = Omit<LogCatchBody, 'species' | 'angler_id' | 'weight_lbs' | 'caught_at'>;

/** To UTC with milliseconds. */
export const toInstant = (at: string): string => new Date(at).toISOString();

/** The optional fields of a body in the domain's terms; what is left out is empty. */
export const detailsOf = (body: Body): Said => ({
  lengthIn: body.length_in ?? null,
  depthFt: body.depth_ft ?? null,
  location: body.location ? locationOf(body.location) : null,
  method: body.method ?? null,
  bait: body.bait ?? null,
  waterType: body.water_type ?? null,
  released: body.released ?? null,
  notes: body.notes ?? null,
  externalId: body.external_id ?? null,
  metadata: body.metadata ?? null,
});

const locationOf = (location: NonNullable<Body['location']>): CatchLocation => ({
  name: location.name ?? null,
  latitude: location.latitude ?? null,
  longitude: location.longitude ?? null,
  region: location.region ?? null,
  country: location.country ?? null,
});

/** The same fields as a body says them: what a merge patch is merged into. */
export const bodyOf = (details: Said): Required<Body> => ({
  length_in: details.lengthIn,
  depth_ft: details.depthFt,
  location: details.location,
  method: details.method,
  bait: details.bait,
  water_type: details.waterType,
  released: details.released,
  notes: details.notes,
  external_id: details.externalId,
  metadata: details.metadata ? { ...details.metadata } : null,
});
