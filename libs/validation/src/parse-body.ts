import type { Violation } from '@cds/errors';
import { z } from 'zod';
import { FaultyBody } from './faulty-body.js';
import { PARSE_OPTIONS } from './issue-detail.js';
import { violationsError } from './violations.js';
import { violationsOf } from './violations-of.js';

/** A body read by its schema. `partial` has those top-level fields that are right, also where the whole is not. */
export type ParsedBody<T> =
  | { readonly value: T; readonly partial: Partial<T>; readonly violations?: undefined }
  | { readonly value?: undefined; readonly partial: Partial<T>; readonly violations: readonly Violation[] };

/**
 * Parses a body without throwing, for handlers that find more violations before they answer: `acceptBody(parsed,
 * found)`. Only a body of which there is nothing to parse, as it is no JSON, is thrown back: first see whether the
 * caller may ask at all.
 */
export const parseBody = <S extends z.ZodType>(schema: S, body: unknown): ParsedBody<z.infer<S>> => {
  if (body instanceof FaultyBody) return parseRest(schema, body);
  const result = schema.safeParse(body, PARSE_OPTIONS);
  if (result.success) return { value: result.data, partial: result.data as Partial<z.infer<S>> };
  return {
    partial: validFields(schema, body) as Partial<z.infer<S>>,
    violations: violationsOf(result.error.issues, { in: 'body' }, schema),
  };
};

const parseRest = <S extends z.ZodType>(schema: S, { error, rest, wide }: FaultyBody): ParsedBody<z.infer<S>> => {
  const unknown = wide ? unknownIn(schema, wide) : [];
  if (unknown.length > 0) return { partial: {}, violations: unknown };
  if (!rest) throw error;
  const { partial, violations = [] } = parseBody(schema, rest);
  return { partial, violations: [...error.violations, ...violations] };
};

/** The members that a schema of objects does not know, without checking any. */
const unknownIn = (schema: z.ZodType, body: object): Violation[] => {
  if (Array.isArray(body) || !('shape' in schema)) return [];
  const keys = Object.keys(body).filter((key) => !Object.hasOwn(schema.shape as object, key));
  return violationsOf([{ code: 'unrecognized_keys', keys, path: [], message: '' }], { in: 'body' }, schema);
};

/**
 * The body's value; throws the one error (400 or 422, see `violationsError`) for what its schema and `rejected` say
 * against it.
 */
export const acceptBody = <T>(parsed: ParsedBody<T>, rejected: readonly Violation[] = []): T => {
  const error = violationsError({ invalid: parsed.violations, rejected });
  if (error) throw error;
  return parsed.value as T;
};

const NO_FIELDS = z.strictObject({});

/** Refuses what a call without a body is sent as one; nothing, null and an empty object pass. */
export const refuseFields = (body: unknown): void => void acceptBody(parseBody(NO_FIELDS, body ?? {}));

const validFields = (schema: z.ZodType, body: unknown): Record<string, unknown> => {
  const valid: Record<string, unknown> = {};
  if (typeof body !== 'object' || body === null || !('shape' in schema)) return valid;
  for (const [key, field] of Object.entries(schema.shape as Record<string, z.ZodType>)) {
    const result = field.safeParse((body as Record<string, unknown>)[key]);
    if (result.success && result.data !== undefined) valid[key] = result.data;
  }
  return valid;
};
