import { isSchema, mapInner, type Schema } from './json-schema.js';

const NULL = 'null';

/** How zod's patterns of times begin. */
const TIME_PATTERN = /^\^\(\?:\(\?:\\d\\d\[2468\]\[048\]/;

const isNull = (schema: unknown): boolean =>
  isSchema(schema) && schema['type'] === NULL && Object.keys(schema).length === 1;

/**
 * The schema as generators of clients understand it best: what may be null has two types where it is a scalar, a list
 * or a map, and is one of a component and null otherwise; a text with one value is an enumeration of one; a time is
 * told by its format alone; bounds that no number of JSON can pass are left out.
 */
export const plainForms = (schema: Schema): Schema => nullable(withoutNoise(mapInner(schema, plainForms)));

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
