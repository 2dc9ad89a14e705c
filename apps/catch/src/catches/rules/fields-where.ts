import { CATCH_FIELDS } from './catch-fields.js';
import { LOCATION_FIELDS } from './location-fields.js';

type Fields = typeof CATCH_FIELDS;
type LocationFields = typeof LOCATION_FIELDS;

/** The fields that are so. */
export type FieldWhere<Like> = { [K in keyof Fields]: Fields[K] extends Like ? K : never }[keyof Fields];
export type NameWhere<Like> = Fields[FieldWhere<Like>]['name'];
type PartWhere<Like> = {
  [K in keyof LocationFields]: LocationFields[K] extends Like ? K : never;
}[keyof LocationFields];
/** The columns of `catches` that are so, those of places among them. */
export type ColumnWhere<Like> =
  | Exclude<Fields[FieldWhere<Like>]['column'], null>
  | LocationFields[PartWhere<Like>]['column'];

/** The keys of fields that have all of these values, in the order of the table. */
export const fieldsWhere = <const Like extends object>(like: Like): FieldWhere<Readonly<Like>>[] =>
  keysWhere(CATCH_FIELDS, like) as FieldWhere<Readonly<Like>>[];

/** The same, by the names that they have in bodies. */
export const namesWhere = <const Like extends object>(like: Like): NameWhere<Readonly<Like>>[] =>
  keysWhere(CATCH_FIELDS, like).map((key) => CATCH_FIELDS[key].name) as NameWhere<Readonly<Like>>[];

/** The columns of `catches` that hold these fields and parts of places. */
export const columnsWhere = <const Like extends object>(like: Like): ColumnWhere<Readonly<Like>>[] =>
  [
    ...keysWhere(CATCH_FIELDS, like).map((key) => CATCH_FIELDS[key].column),
    ...partsWhere(like).map((key) => LOCATION_FIELDS[key].column),
  ].filter((column) => column !== null) as ColumnWhere<Readonly<Like>>[];

/** The parts of a place that have all of these values. */
export const partsWhere = (like: object): (keyof LocationFields)[] => keysWhere(LOCATION_FIELDS, like);

const keysWhere = <F extends object>(fields: F, like: object): (keyof F)[] =>
  (Object.keys(fields) as (keyof F)[]).filter((key) =>
    Object.entries(like).every(([name, value]) => (fields[key] as Record<string, unknown>)[name] === value),
  );
