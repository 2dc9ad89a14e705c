import type { CatchLocation } from '../model/catch.events.js';

/** What the service does with a part of a location. */
export interface LocationField {
  readonly column: string;
  readonly isPersonal: boolean;
  readonly isPrivate: boolean;
  readonly isVouchedFor: boolean;
  /** The parameters of lists that filter by it. */
  readonly filters: readonly string[];
  readonly cell: 'text' | 'number';
}

/** Everybody but the owner sees coordinates rounded. */
const COORDINATE = {
  isPersonal: true,
  isPrivate: true,
  isVouchedFor: false,
  filters: ['bbox', 'near'],
  cell: 'number',
} as const;
/** An area stays in the catch when its angler is erased. */
const AREA = { isPersonal: false, isPrivate: false, isVouchedFor: false, cell: 'text' } as const;

/** Every part of a location, as `CATCH_FIELDS` has every field of a catch. */
export const LOCATION_FIELDS = {
  name: { ...COORDINATE, column: 'location_name', filters: [], cell: 'text' },
  latitude: { ...COORDINATE, column: 'latitude' },
  longitude: { ...COORDINATE, column: 'longitude' },
  region: { ...AREA, column: 'region', isVouchedFor: true, filters: ['region'] },
  country: { ...AREA, column: 'country', filters: ['country'] },
} as const satisfies Readonly<Record<keyof CatchLocation, LocationField>>;
