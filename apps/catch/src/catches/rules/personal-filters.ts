import { LOCATION_FIELDS } from './location-fields.js';
import { type NameWhere, namesWhere } from './fields-where.js';

type Parts = typeof LOCATION_FIELDS;
type PersonalPart = { [K in keyof Parts]: Parts[K] extends { isPersonal: true } ? K : never }[keyof Parts];
type Filtered<F> = NameWhere<{ readonly isPersonal: true; readonly filter: F }>;
export type PersonalFilter = Filtered<'folded'> | Filtered<'id'> | Parts[PersonalPart]['filters'][number];

/** The parameters of lists that filter by what is erased with an angler; `q` and `has_photo` are cases of their own. */
export const PERSONAL_FILTERS: readonly PersonalFilter[] = [
  ...namesWhere({ isPersonal: true, filter: 'folded' }),
  ...namesWhere({ isPersonal: true, filter: 'id' }),
  ...new Set(Object.values(LOCATION_FIELDS).flatMap(({ isPersonal, filters }) => (isPersonal ? [...filters] : []))),
];
