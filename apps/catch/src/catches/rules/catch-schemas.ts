import { withReadOnly } from '@cds/validation';
import { z } from 'zod';
import { CATCH_FIELDS } from './catch-fields.js';
import { type FieldWhere, fieldsWhere } from './fields-where.js';
import { locationPatch, metadataPatch } from './field-schemas.js';

type Fields = typeof CATCH_FIELDS;
type Shape<K extends keyof Fields> = { [F in K as Fields[F]['name']]: Fields[F]['body'] };
type Optional<S> = { [N in keyof S]: S[N] extends z.ZodType ? z.ZodOptional<S[N]> : never };
type Emptiable<S> = { [N in keyof S]: S[N] extends z.ZodType ? z.ZodOptional<z.ZodNullable<S[N]>> : never };

/** The bodies of these fields under their names. */
const shapeOf = <K extends keyof Fields>(keys: readonly K[], wrap: (body: z.ZodType) => z.ZodType): object =>
  Object.fromEntries(keys.map((key) => [CATCH_FIELDS[key].name, wrap(CATCH_FIELDS[key].body)]));

type Presence<P> = FieldWhere<{ presence: P }>;
const required = shapeOf(fieldsWhere({ presence: 'required' }), (body) => body) as Shape<Presence<'required'>>;
const defaulted = shapeOf(fieldsWhere({ presence: 'default' }), (body) => body.optional()) as Optional<
  Shape<Presence<'default'>>
>;
const optional = shapeOf(fieldsWhere({ presence: 'optional' }), (body) => body.nullable().optional()) as Emptiable<
  Shape<Presence<'optional'>>
>;

const fields = { ...required, ...defaulted, ...optional };

/** What answers have and bodies may not. */
const READ_ONLY = [
  'id',
  'species_id',
  'verification_tier',
  'created_at',
  'updated_at',
  'angler',
  'photos',
  'version',
] as const;

export const logCatchBody = withReadOnly(z.strictObject(fields).meta({ id: 'NewCatch' }), READ_ONLY);
export type LogCatchBody = z.infer<typeof logCatchBody>;

/** The same, for a catch that is there. */
export const replaceCatchBody = withReadOnly(z.strictObject(fields).meta({ id: 'CatchReplacement' }), READ_ONLY);

/** A JSON merge patch (RFC 7396): null empties; what is required, and whose and when it was, cannot be emptied. */
export const editCatchBody = withReadOnly(
  z
    .strictObject({
      ...z.object(required).partial().shape,
      ...defaulted,
      ...optional,
      location: locationPatch.nullable().optional(),
      metadata: metadataPatch.nullable().optional(),
    })
    .meta({ id: 'CatchPatch' }),
  READ_ONLY,
);
export type EditCatchBody = z.infer<typeof editCatchBody>;
