import { z } from 'zod';
import type { CatchDetails } from '../model/catch.events.js';
import * as bodies from './field-schemas.js';

/** What the service does with a field that a caller may write. */
export interface CatchField {
  /** In bodies and answers; filters, sort keys, CSV and table columns are named after it. */
  readonly name: string;
  /** The column of `catches`; null where the field lies in columns of its parts. */
  readonly column: string | null;
  /** As a body has it, within its bounds. */
  readonly body: z.ZodType;
  /** As events have it: as wide as it ever was. */
  readonly stored: z.ZodType;
  /** Whether a body must have it, gets a value where it has none, or may leave it empty. */
  readonly presence: 'required' | 'default' | 'optional';
  /** Goes when its angler is erased. */
  readonly isPersonal: boolean;
  /** Shown to its owner alone. */
  readonly isPrivate: boolean;
  /** Reviewers vouch for it: to change it takes the tier away. */
  readonly isVouchedFor: boolean;
  /** How lists filter by it; `parts` by its parts, null not at all or by `q` alone. */
  readonly filter: 'name' | 'id' | 'range' | 'time' | 'folded' | 'enum' | 'boolean' | 'parts' | null;
  readonly isSortable: boolean;
  /** Of a measure; there is a metric twin of each. */
  readonly unit: string | null;
  /** The greatest value of a measure. */
  readonly max: number | null;
  /** What a cell of an imported CSV file is read as; `columns` where each part or pair has a column. */
  readonly cell: 'text' | 'number' | 'boolean' | 'columns';
}

const text = z.string();

/** What fields are unless they say something else. */
const PLAIN = {
  presence: 'optional',
  isPersonal: false,
  isPrivate: false,
  isVouchedFor: false,
  filter: null,
  isSortable: false,
  unit: null,
  max: null,
  cell: 'text',
} as const;

const measure = { ...PLAIN, isVouchedFor: true, filter: 'range', isSortable: true, cell: 'number' } as const;

/**
 * Every field of a catch that a caller may write, in the order of the API's document. What follows for bodies, filters,
 * sort keys, erasure, stored events and CSV files is derived from here; a new field is a line here, one in
 * `CatchDetails`, a migration for its column, and what is special about it.
 */
export const CATCH_FIELDS = {
  speciesId: {
    ...PLAIN,
    name: 'species',
    column: 'species_id',
    body: bodies.words().min(1),
    stored: text,
    presence: 'required',
    isVouchedFor: true,
    filter: 'name',
  },
  weightLbs: {
    ...measure,
    name: 'weight_lbs',
    column: 'weight_lbs',
    body: bodies.positive(bodies.BOUNDS.weightLbs),
    stored: z.number(),
    presence: 'required',
    unit: 'Pounds',
    max: bodies.BOUNDS.weightLbs,
  },
  anglerId: {
    ...PLAIN,
    name: 'angler_id',
    column: 'angler_id',
    body: bodies.words().min(1),
    stored: text,
    presence: 'default',
    isVouchedFor: true,
    filter: 'id',
  },
  caughtAt: {
    ...PLAIN,
    name: 'caught_at',
    column: 'caught_at',
    body: bodies.instantSchema.meta({ description: 'A time that is not in the future, and not before the year 1.' }),
    stored: text,
    presence: 'default',
    isVouchedFor: true,
    filter: 'time',
    isSortable: true,
  },
  lengthIn: {
    ...measure,
    name: 'length_in',
    column: 'length_in',
    body: bodies.positive(bodies.BOUNDS.lengthIn),
    stored: z.number().nullable(),
    unit: 'Inches',
    max: bodies.BOUNDS.lengthIn,
  },
  depthFt: {
    ...measure,
    name: 'depth_ft',
    column: 'depth_ft',
    body: bodies.measure(bodies.BOUNDS.depthFt),
    stored: z.number().nullable(),
    unit: 'Feet',
    max: bodies.BOUNDS.depthFt,
  },
  location: {
    ...PLAIN,
    name: 'location',
    column: null,
    body: bodies.locationSchema,
    stored: z
      .object({
        name: text.nullable(),
        latitude: z.number().nullable(),
        longitude: z.number().nullable(),
        region: text.nullable(),
        country: text.nullable(),
      })
      .nullable(),
    isPersonal: true,
    filter: 'parts',
    cell: 'columns',
  },
  method: {
    ...PLAIN,
    name: 'method',
    column: 'method',
    body: bodies.words(),
    stored: text.nullable(),
    isPersonal: true,
    filter: 'folded',
  },
  bait: {
    ...PLAIN,
    name: 'bait',
    column: 'bait',
    body: bodies.words(),
    stored: text.nullable(),
    isPersonal: true,
    filter: 'folded',
  },
  waterType: {
    ...PLAIN,
    name: 'water_type',
    column: 'water_type',
    body: z.enum(bodies.WATER_TYPES),
    stored: z.enum(bodies.WATER_TYPES).nullable(),
    filter: 'enum',
  },
  released: {
    ...PLAIN,
    name: 'released',
    column: 'released',
    body: z.boolean(),
    stored: z.boolean().nullable(),
    filter: 'boolean',
    cell: 'boolean',
  },
  notes: {
    ...PLAIN,
    name: 'notes',
    column: 'notes',
    body: bodies.notesSchema,
    stored: text.nullable(),
    isPersonal: true,
  },
  externalId: {
    ...PLAIN,
    name: 'external_id',
    column: 'external_id',
    body: bodies.externalIdSchema,
    stored: text.nullable(),
    isPersonal: true,
    isPrivate: true,
    filter: 'id',
  },
  metadata: {
    ...PLAIN,
    name: 'metadata',
    column: 'metadata',
    body: bodies.metadataSchema,
    stored: z.record(text, text).nullable(),
    isPersonal: true,
    isPrivate: true,
    cell: 'columns',
  },
} as const satisfies Readonly<Record<keyof CatchDetails, CatchField>>;
