import { isSchema, mapInner, type Schema } from './json-schema.js';

const NULL = 'null';

/** How zod's patterns of times begin. */
const TIME_PATTERN = /^\^\(\?:\(\?:\\d\\d\[2468\]\[048\]/;

const isNull = (schema: unknown): boolean =>
  isSchema(schema) && schema['type'] === NULL && Object.keys(schema).length === 1;

/**
 * The schema as generators of clients understand it best: what may be null has two types where it is a scalar, a list
 * or a map, and is one of a component and null otherwise; a text with one value is an enumeration of one; a time is
 * recognised by its format alone; bounds that no number of JSON can pass are left out; what all of it must be, besides,
 * stands with the rest, as generators take "all of" for anything.
 */
export const plainForms = (schema: Schema): Schema => nullable(withoutNoise(merged(mapInner(schema, plainForms))));

/** That of a text which has no character zero: every text has it, and says more besides. */
const NO_ZERO = String.raw`^[^\u0000]*$`;

const merged = (schema: Schema): Schema => {
  const { allOf, ...rest } = schema;
  if (!Array.isArray(allOf)) return schema;
  const parts = (allOf as Schema[]).filter(({ pattern }) => pattern !== NO_ZERO);
  const keys = [rest, ...parts].flatMap((part) => Object.keys(part));
  const isBound = parts.every((part) => Object.keys(part).every((key) => key === 'pattern' || key === 'format'));
  if (!isBound || new Set(keys).size < keys.length) return schema;
  return Object.assign({}, rest, ...parts) as Schema;
};

const nullable = (schema: Schema): Schema => {
  const { anyOf, ...rest } = schema;
  if (!Array.isArray(anyOf)) return schema;
  const others = anyOf.filter((one) => !isNull(one)) as Schema[];
  const [first] = others;
  if (others.length === anyOf.length || !first) return schema;
  if (others.length > 1) return { ...rest, anyOf: [...others, { type: NULL }] };
  if (isPlain(first)) return { ...first, ...rest, type: [first['type'], NULL] };
  return { ...rest, oneOf: [first, { type: NULL }] };
};

/** Says no more than a type and its bounds. */
const isPlain = (schema: Schema): boolean =>
  typeof schema['type'] === 'string' && schema['properties'] === undefined && schema['enum'] === undefined;

const withoutNoise = (schema: Schema): Schema => {
  const { const: only, pattern, allOf, maximum, minimum, propertyNames, ...rest } = schema;
  const isTime = [{ pattern }, ...(Array.isArray(allOf) ? (allOf as Schema[]) : [])].some(
    (one) => typeof one.pattern === 'string' && TIME_PATTERN.test(one.pattern),
  );
  return {
    ...(typeof only === 'string' ? { type: 'string', enum: [only] } : only !== undefined && { const: only }),
    ...rest,
    ...(isTime && { format: rest['format'] ?? 'date-time' }),
    ...(!isTime && { ...(pattern !== undefined && { pattern }), ...(allOf !== undefined && { allOf }) }),
    ...(maximum !== undefined && maximum !== Number.MAX_SAFE_INTEGER && { maximum }),
    ...(minimum !== undefined && minimum !== Number.MIN_SAFE_INTEGER && { minimum }),
    ...(isSchema(propertyNames) && Object.keys(propertyNames).join() !== 'type' && { propertyNames }),
  };
};
