import { z } from 'zod';

const DECIMAL = /^-?\d{1,15}(\.\d{1,15})?$/;
const INTEGER = /^-?\d{1,15}$/;

const numeric = (
  pattern: RegExp,
  expected: string,
  bounds: z.ZodType<number, number>,
  description: string,
): z.ZodType<number, string> =>
  z
    .string()
    .transform((text, context) => {
      if (pattern.test(text)) return Number(text);
      context.addIssue({ code: 'invalid_type', expected, input: text });
      return z.NEVER;
    })
    .pipe(bounds)
    .meta({ jsonSchema: { ...jsonSchemaOf(bounds), description } });

/** What the API reference shows of it: the number, not the text that carries it. */
const jsonSchemaOf = (bounds: z.ZodType<number, number>): object => {
  const { $schema: _dialect, ...schema } = z.toJSONSchema(bounds);
  return Object.fromEntries(
    Object.entries(schema).filter(([, value]) => Math.abs(Number(value)) !== Number.MAX_SAFE_INTEGER),
  );
};

/** A query parameter that is a plain decimal number (`8.4`; not `1e3`, `0x10`, ` 5` or `NaN`) within `bounds`. */
export const queryNumber = (bounds: z.ZodType<number, number> = z.number()): z.ZodType<number, string> =>
  numeric(DECIMAL, 'number', bounds, 'A plain decimal number: `8.4`, not `1e3`.');

/** A query parameter that is a whole number within `bounds`. */
export const queryInt = (bounds: z.ZodType<number, number> = z.int()): z.ZodType<number, string> =>
  numeric(INTEGER, 'int', bounds, 'A whole number.');

/** A query parameter that is `true` or `false`. */
export const queryBoolean = (): z.ZodType<boolean, string> =>
  z
    .enum(['true', 'false'])
    .transform((text) => text === 'true')
    .meta({ jsonSchema: { type: 'boolean', description: 'Either `true` or `false`.' } });

/** A query parameter that may be repeated: one or many values, always read as an array of at most 100. */
export const queryList = <T>(each: z.ZodType<T, string>): z.ZodType<T[], string | string[]> =>
  z.preprocess(
    (value) => (typeof value === 'string' ? [value] : value),
    z.array(each).min(1).max(100),
  ) as unknown as z.ZodType<T[], string | string[]>;

/**
 * A boolean filter, which may be repeated as any other: undefined where both values are asked for, which is all there
 * are. For a field that has no third value; of one that may be null `queryList(queryBoolean())` tells what was asked.
 */
export const queryFlag = (): z.ZodType<boolean | undefined, string | string[]> =>
  queryList(queryBoolean())
    .transform((wanted) => (new Set(wanted).size === 1 ? wanted[0] : undefined))
    .meta({ jsonSchema: { type: 'boolean', description: 'Either `true` or `false`.' } });
