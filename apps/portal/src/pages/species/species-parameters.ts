/** The filters of the catalogue in words, by the names that the API has for them. */
export const SPECIES_FILTERS = {
  q: 'Search',
  water: 'Water',
  region: 'Region',
  family: 'Family',
  order: 'Order',
  has_record: 'World record known',
  has_photo: 'Has a photo',
} as const;

export const SPECIES_PARAMETERS = [
  'q',
  'water',
  'region',
  'family',
  'order',
  'has_record',
  'has_photo',
  'sort',
  'cursor',
] as const;
