import { z } from 'zod';

/** A parameter that names some of `names`, separated by commas: `fields=id,species`, `expand=species`. */
export const queryNames = <const N extends string>(names: readonly N[]): z.ZodType<ReadonlySet<N>, string> =>
  z
    .string()
    .transform((text, context): ReadonlySet<N> => {
      const asked = text.split(',') as N[];
      const unknown = asked.filter((name) => !names.includes(name));
      if (unknown.length === 0) return new Set(asked);
      const strangers = unknown.map((name) => JSON.stringify(name)).join(', ');
      const message = `does not know ${strangers}; there are ${names.join(', ')}`;
      context.addIssue({ code: 'custom', message, params: { code: 'enum' } });
      return z.NEVER;
    })
    .meta({
      jsonSchema: {
        type: 'array',
        items: { type: 'string', enum: names },
        minItems: 1,
        description: 'Field names, comma-separated.',
        examples: [names.slice(0, 2)],
        explode: false,
      },
    });

/** The `fields` parameter of a read whose answers are of this schema. */
export const queryFields = (schema: z.ZodObject): z.ZodType<ReadonlySet<string>, string> =>
  queryNames(Object.keys(schema.shape));

/** The query of a read of one thing: `fields` alone. */
export const fieldsQuery = (schema: z.ZodObject) => z.strictObject({ fields: queryFields(schema).optional() });
export type FieldsQuery = z.infer<ReturnType<typeof fieldsQuery>>;

/** What is left of an answer by `fields`; all of it where none were named. */
export const pickFields = <T extends object>(answer: T, fields: ReadonlySet<string> | undefined): Partial<T> =>
  fields === undefined
    ? answer
    : (Object.fromEntries(Object.entries(answer).filter(([name]) => fields.has(name))) as Partial<T>);
