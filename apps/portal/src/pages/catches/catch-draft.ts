import type { Catch, NewCatch } from '@catch-data/sdk';
import { type Measure, toApi, toInput, type Units } from '../../measures/measures.js';
import type { PickedSpecies } from '../species/species-picker.js';

/** A form as it is typed: texts, in the units of the person. */
export interface CatchDraft {
  readonly units: Units;
  readonly species: PickedSpecies | null;
  readonly anglerId: string;
  readonly weight: string;
  readonly length: string;
  readonly depth: string;
  /** In the person's own zone, as the browser's control has it. */
  readonly caughtAt: string;
  readonly placeName: string;
  readonly latitude: string;
  readonly longitude: string;
  readonly region: string;
  readonly country: string;
  readonly method: string;
  readonly bait: string;
  readonly waterType: string;
  readonly released: string;
  readonly notes: string;
  readonly externalId: string;
}

export const EMPTY_DRAFT: CatchDraft = {
  units: 'imperial',
  species: null,
  anglerId: '',
  weight: '',
  length: '',
  depth: '',
  caughtAt: '',
  placeName: '',
  latitude: '',
  longitude: '',
  region: '',
  country: '',
  method: '',
  bait: '',
  waterType: '',
  released: '',
  notes: '',
  externalId: '',
};

export const draftOf = (caught: Catch, units: Units): CatchDraft => ({
  units,
  species: { id: caught.species_id, name: caught.species },
  anglerId: caught.angler.id,
  weight: toInput('weight', caught.weight_lbs, units),
  length: toInput('length', caught.length_in, units),
  depth: toInput('depth', caught.depth_ft, units),
  caughtAt: localTime(caught.caught_at),
  placeName: caught.location?.name ?? '',
  latitude: String(caught.location?.latitude ?? ''),
  longitude: String(caught.location?.longitude ?? ''),
  region: caught.location?.region ?? '',
  country: caught.location?.country ?? '',
  method: caught.method ?? '',
  bait: caught.bait ?? '',
  waterType: caught.water_type ?? '',
  released: caught.released === null ? '' : String(caught.released),
  notes: caught.notes ?? '',
  externalId: caught.external_id ?? '',
});

const MEASURES: readonly Measure[] = ['weight', 'length', 'depth'];

/** The same measures in other units. */
export const inUnits = (draft: CatchDraft, units: Units): CatchDraft => ({
  ...draft,
  units,
  ...Object.fromEntries(
    MEASURES.map((measure) => [measure, toInput(measure, toApi(measure, draft[measure], draft.units), units)]),
  ),
});

/** What the API takes. A draft has a species by the time it is sent. */
export const fieldsOf = (draft: CatchDraft): NewCatch => ({
  species: draft.species?.id ?? '',
  ...(draft.anglerId && { angler_id: draft.anglerId }),
  weight_lbs: toApi('weight', draft.weight, draft.units) ?? 0,
  length_in: toApi('length', draft.length, draft.units),
  depth_ft: toApi('depth', draft.depth, draft.units),
  ...(draft.caughtAt && { caught_at: new Date(draft.caughtAt).toISOString() }),
  location: locationOf(draft),
  method: draft.method || null,
  bait: draft.bait || null,
  // The select offers these alone.
  water_type: (draft.waterType || null) as NewCatch['water_type'],
  released: draft.released === '' ? null : draft.released === 'true',
  notes: draft.notes || null,
  external_id: draft.externalId || null,
});

const locationOf = ({ placeName, latitude, longitude, region, country }: CatchDraft): NewCatch['location'] => {
  if ([placeName, latitude, longitude, region, country].every((text) => text === '')) return null;
  return {
    name: placeName || null,
    latitude: latitude === '' ? null : Number(latitude),
    longitude: longitude === '' ? null : Number(longitude),
    region: region || null,
    country: country || null,
  };
};

/** The fields of a draft that are not as they were: a merge patch. */
export const patchOf = (before: CatchDraft, after: CatchDraft): Partial<NewCatch> => {
  const [old, now] = [fieldsOf(inUnits(before, after.units)), fieldsOf(after)];
  return Object.fromEntries(
    Object.entries(now).filter(
      ([name, value]) => JSON.stringify(value) !== JSON.stringify(old[name as keyof NewCatch]),
    ),
  );
};

/** A moment as `datetime-local` takes it. */
const localTime = (at: string): string => {
  const date = new Date(at);
  return new Date(date.getTime() - date.getTimezoneOffset() * 60_000).toISOString().slice(0, 19);
};
