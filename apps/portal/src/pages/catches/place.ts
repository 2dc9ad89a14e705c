import type { Location } from '@catch-data/sdk';

/** Where a catch was, in words; null where nobody said. */
export const placeOf = (location: Location | null): string | null => {
  if (!location) return null;
  const { name, region, country, latitude, longitude } = location;
  const words = [name, region ?? country].filter(Boolean).join(', ');
  if (words !== '') return words;
  return latitude === null || longitude === null ? null : coordinatesOf(latitude, longitude);
};

/** “30.3° N, 97.5° W”. */
export const coordinatesOf = (latitude: number, longitude: number): string =>
  `${Math.abs(latitude)}° ${latitude < 0 ? 'S' : 'N'}, ${Math.abs(longitude)}° ${longitude < 0 ? 'W' : 'E'}`;
