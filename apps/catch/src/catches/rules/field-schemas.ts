import { decimals, instantText, text } from '@cds/validation';
import { iso31661, iso31662 } from 'iso-3166';
import { z } from 'zod';

/** Bounds of the public contract. Pounds, inches, feet, degrees. */
export const BOUNDS = {
  weightLbs: 5_000,
  lengthIn: 1_200,
  depthFt: 36_000,
  notes: 5_000,
  externalId: 255,
  text: 200,
  metadataPairs: 50,
  metadataKey: 40,
  metadataValue: 500,
} as const;

export const WATER_TYPES = ['freshwater', 'saltwater', 'brackish'] as const;

export const measure = (max: number) => decimals(3).gte(0).lte(max);
export const positive = (max: number) => decimals(3).gt(0).lte(max);
export const words = () => text(BOUNDS.text);

const REGIONS: ReadonlySet<string> = new Set(iso31662.map(({ code }) => code));
const COUNTRIES: ReadonlySet<string> = new Set(
  iso31661.filter(({ state }) => state === 'assigned').map(({ alpha2 }) => alpha2),
);

const codeOf = (codes: ReadonlySet<string>, pattern: string, meaning: string) =>
  z
    .string()
    .refine((code) => codes.has(code), { message: `must be an ${meaning}`, params: { code: 'format' } })
    .meta({ pattern, description: `An ${meaning}.` });

export const regionSchema = codeOf(REGIONS, '^[A-Z]{2}-[A-Z0-9]{1,3}$', 'ISO 3166-2 code, such as US-TX');
export const countrySchema = codeOf(COUNTRIES, '^[A-Z]{2}$', 'ISO 3166-1 alpha-2 code, such as US');

/** A place in a merge patch, whose result is held against `locationSchema`. */
export const locationPatch = z
  .strictObject({
    name: words().nullable().optional(),
    latitude: decimals(6).gte(-90).lte(90).nullable().optional(),
    longitude: decimals(6).gte(-180).lte(180).nullable().optional(),
    region: regionSchema.nullable().optional(),
    country: countrySchema.nullable().optional(),
  })
  .meta({ description: 'A place. Latitude and longitude must be given together.' });

type Coordinates = Pick<z.infer<typeof locationPatch>, 'latitude' | 'longitude'>;

/** Whatever else is wrong with a place: all is named at once. */
const isObject = ({ value }: { value: unknown }): boolean => typeof value === 'object' && value !== null;

const requires = (given: keyof Coordinates, missing: keyof Coordinates) => ({
  check: (place: Coordinates) => (place[given] ?? null) === null || (place[missing] ?? null) !== null,
  fault: { path: [missing], message: `is required beside ${given}`, params: { code: 'required' }, when: isObject },
});

const LATITUDE = requires('latitude', 'longitude');
const LONGITUDE = requires('longitude', 'latitude');

export const locationSchema = locationPatch
  .refine(LATITUDE.check, LATITUDE.fault)
  .refine(LONGITUDE.check, LONGITUDE.fault);

export const metadataSchema = z
  .record(text(BOUNDS.metadataKey).min(1), text(BOUNDS.metadataValue))
  .refine((pairs) => Object.keys(pairs).length <= BOUNDS.metadataPairs, `takes ${BOUNDS.metadataPairs} pairs at most`)
  .meta({ maxProperties: BOUNDS.metadataPairs });

/** The same in a merge patch, where null takes a pair away: its result is held against `metadataSchema`. */
export const metadataPatch = z.record(z.string(), text(BOUNDS.metadataValue).nullable()).meta({
  description:
    'Your own key-value pairs. Setting a key to null removes its pair. The result can have up to ' +
    `${BOUNDS.metadataPairs} pairs, with keys of 1 to ${BOUNDS.metadataKey} characters.`,
});

/** PostgreSQL knows no year 0, and its times of before Christ are no ISO 8601. */
const FIRST_INSTANT = Date.parse('0001-01-01T00:00:00Z');

/** A time with its offset from UTC. */
export const instantSchema = instantText()
  .refine((at) => !(Date.parse(at) < FIRST_INSTANT), {
    message: 'must not be before the year 1',
    params: { code: 'too_small' },
  })
  .meta({
    description: 'A time in ISO 8601 with `Z` or an offset, not before the year 1.',
    examples: ['2026-11-20T07:30:00Z'],
  });

export const notesSchema = text(BOUNDS.notes);
export const externalIdSchema = text(BOUNDS.externalId).min(1);
