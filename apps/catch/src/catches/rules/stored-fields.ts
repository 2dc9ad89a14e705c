import type { z } from 'zod';
import { CATCH_FIELDS } from './catch-fields.js';
import { type FieldWhere, fieldsWhere } from './fields-where.js';

type Fields = typeof CATCH_FIELDS;
type Stored<K extends keyof Fields> = { [F in K]: Fields[F]['stored'] };

const storedOf = <K extends keyof Fields>(keys: readonly K[]): Stored<K> =>
  Object.fromEntries(keys.map((key): [K, z.ZodType] => [key, CATCH_FIELDS[key].stored])) as Stored<K>;

export type PersonalField = FieldWhere<{ readonly isPersonal: true }>;

/** What a catch says of a person: erasure removes it, and leaves the figures. */
export const PERSONAL_FIELDS: readonly PersonalField[] = fieldsWhere({ isPersonal: true });

/** How events hold the fields that stay for ever, and those that go with the angler. */
export const STORED_FIGURES = storedOf(fieldsWhere({ isPersonal: false }));
export const STORED_PERSONAL = storedOf(fieldsWhere({ isPersonal: true }));
