import { resolved } from './document.mjs';

/** What says nothing about types: examples hold JSON Schemas with references of their own, which lead nowhere. */
const UNTYPED = ['example', 'examples', 'pattern'];

const isObject = (value) => typeof value === 'object' && value !== null && !Array.isArray(value);

/** Says which texts or numbers, and not that they are texts or numbers. */
const isConstraint = (schema) =>
  isObject(schema) && ['type', '$ref', 'properties', 'anyOf', 'oneOf', 'allOf'].every((name) => !(name in schema));

/** Members of these objects are named by their author: `example` may be one of them. */
const NAMED = ['properties', 'schemas', 'parameters', 'responses', 'headers', 'requestBodies', 'paths'];

const stripped = (value, key) => {
  if (Array.isArray(value)) return value.map((one) => stripped(one));
  if (!isObject(value)) return value;
  const kept = Object.entries(value).filter(([name]) => NAMED.includes(key) || !UNTYPED.includes(name));
  const members = Object.fromEntries(kept.map(([name, one]) => [name, stripped(one, NAMED.includes(key) ? '' : name)]));
  // Formats and patterns of one text: they would be combined into `unknown & unknown`.
  if (members.allOf?.every(isConstraint)) delete members.allOf;
  return members;
};

/** Names with commas between them: `^(a|b)(,(a|b))*$`, with `-?` before each in a sort. */
const namesOf = ({ pattern = '' }) => {
  const [, sign, names] = /^\^(-\?)?\(([\w|]+)\)\(,/.exec(pattern) ?? [];
  return names?.split('|').flatMap((name) => (sign ? [name, `-${name}`] : [name]));
};

const orMany = (schema, items) => ({ anyOf: [schema, { type: 'array', items }] });

/** The SDK joins names itself, and takes one value where several may be given. */
const typedParameter = (one) => {
  const { schema = {} } = one;
  const names = namesOf(schema);
  if (names) return { ...one, schema: orMany({ type: 'string' }, { type: 'string', enum: names }) };
  return schema.type === 'array' ? { ...one, schema: orMany(schema.items, schema.items) } : one;
};

const succeeds = ([status]) => Number(status) < 300;

const typedOperation = (document, operation) => ({
  ...operation,
  parameters: operation.parameters
    ?.map((one) => resolved(document, one))
    .filter((one) => one.in !== 'header')
    .map(typedParameter),
  responses: Object.fromEntries(Object.entries(operation.responses).filter(succeeds)),
});

/** The document without what the SDK has no types for: problems are one class, and headers are its own to send. */
export const typedPart = ({ webhooks: _, ...document }) => {
  const paths = Object.entries(document.paths).map(([path, operations]) => [
    path,
    Object.fromEntries(Object.entries(operations).map(([method, one]) => [method, typedOperation(document, one)])),
  ]);
  return stripped({ ...document, paths: Object.fromEntries(paths) });
};
