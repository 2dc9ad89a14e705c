import { z } from 'zod';

/**
 * South to north, and one or two stretches of longitudes from west to east: two where it crosses the date line.
 * Degrees.
 */
export interface Box {
  readonly south: number;
  readonly north: number;
  readonly stretches: readonly (readonly [west: number, east: number])[];
}

/** A circle on the earth. */
export interface Circle {
  readonly latitude: number;
  readonly longitude: number;
  readonly miles: number;
}

/** The earth's mean radius, 6,371.0088 km. */
export const EARTH_MILES = 3_958.761_3;
const HALF_ROUND_MILES = 12_450;

const DECIMAL = String.raw`-?\d{1,15}(\.\d{1,15})?`;
const latitude = z.number().gte(-90).lte(90);
const longitude = z.number().gte(-180).lte(180);

/** Numbers separated by commas, as `schema` takes them; `form` is how they are written. */
const queryNumbers = <T extends number[]>(
  schema: z.ZodType<T>,
  form: string,
  bounds: string,
  example: string,
): z.ZodType<T, string> => {
  const pattern = `^${DECIMAL}(,${DECIMAL}){${form.split(',').length - 1}}$`;
  const written = new RegExp(pattern);
  return z
    .string()
    .transform((text, context): T => {
      const parsed = schema.safeParse(text.split(',').map(Number));
      if (written.test(text) && parsed.success) return parsed.data;
      context.addIssue({
        code: 'custom',
        input: text,
        message: `must be ${form}: ${bounds}`,
        params: { code: 'format' },
      });
      return z.NEVER;
    })
    .meta({ jsonSchema: { type: 'string', pattern, description: `\`${form}\`: ${bounds}.`, examples: [example] } });
};

/** `bbox=w,s,e,n` in degrees; where w is greater than e it crosses the date line. */
export const queryBox: z.ZodType<Box, string> = queryNumbers(
  z.tuple([longitude, latitude, longitude, latitude]).refine(([, south, , north]) => south <= north),
  'west,south,east,north',
  'a bounding box in degrees, with longitudes from -180 to 180, latitudes from -90 to 90, and south not above north',
  '-98.5,30.2,-97,31.5',
).transform(([west, south, east, north]): Box => ({
  south,
  north,
  stretches:
    west <= east
      ? [[west, east]]
      : [
          [west, 180],
          [-180, east],
        ],
}));

/** `near=lat,lng,miles`. */
export const queryNear: z.ZodType<Circle, string> = queryNumbers(
  z.tuple([latitude, longitude, z.number().gt(0).lte(HALF_ROUND_MILES)]),
  'latitude,longitude,miles',
  'a circle, with degrees from -90 to 90 and from -180 to 180, and a radius above 0 and up to 12,450 miles',
  '31.12,-97.65,25',
).transform(([lat, lng, miles]): Circle => ({ latitude: lat, longitude: lng, miles }));

/** The smallest box around a circle; all longitudes where it reaches a pole. */
export const boxAround = ({ latitude: lat, longitude: lng, miles }: Circle): Box => {
  const angle = miles / EARTH_MILES;
  const [south, north] = [lat - toDegrees(angle), lat + toDegrees(angle)];
  if (south <= -90 || north >= 90)
    return { south: Math.max(-90, south), north: Math.min(90, north), stretches: [[-180, 180]] };
  const reach = toDegrees(Math.asin(Math.min(1, Math.sin(angle) / Math.cos(toRadians(lat)))));
  const [west, east] = [lng - reach, lng + reach];
  if (west < -180)
    return {
      south,
      north,
      stretches: [
        [west + 360, 180],
        [-180, east],
      ],
    };
  if (east > 180)
    return {
      south,
      north,
      stretches: [
        [west, 180],
        [-180, east - 360],
      ],
    };
  return { south, north, stretches: [[west, east]] };
};

const toRadians = (degrees: number): number => (degrees * Math.PI) / 180;
const toDegrees = (radians: number): number => (radians * 180) / Math.PI;
