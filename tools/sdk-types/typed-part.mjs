/** What says nothing about types: examples hold JSON Schemas with references of their own, which lead nowhere. */
const UNTYPED = ['example', 'examples', 'pattern'];

const isObject = (value) => typeof value === 'object' && value !== null && !Array.isArray(value);

/** Members of these objects are named by their author: `example` may be one of them. */
const NAMED = ['properties', 'schemas', 'parameters', 'responses', 'headers', 'requestBodies', 'paths'];

const stripped = (value, key) => {
  if (Array.isArray(value)) return value.map((one) => stripped(one));
  if (!isObject(value)) return value;
  const kept = Object.entries(value).filter(([name]) => NAMED.includes(key) || !UNTYPED.includes(name));
  const members = Object.fromEntries(kept.map(([name, one]) => [name, stripped(one, NAMED.includes(key) ? '' : name)]));
  // Several patterns for one text: without them nothing is left to combine.
  if (members.allOf?.every((one) => isObject(one) && Object.keys(one).length === 0)) delete members.allOf;
  return members;
};

const succeeds = ([status]) => Number(status) < 300;

const typedOperation = (operation, { parameters }) => ({
  ...operation,
  parameters: operation.parameters?.filter((one) => (parameters[one.$ref?.split('/').at(-1)] ?? one).in !== 'header'),
  responses: Object.fromEntries(Object.entries(operation.responses).filter(succeeds)),
});

/** The document without what the SDK has no types for: problems are one class, and headers are its own to send. */
export const typedPart = ({ webhooks: _, ...document }) => {
  const { paths, ...rest } = stripped(document);
  const typed = Object.entries(paths).map(([path, operations]) => [
    path,
    Object.fromEntries(
      Object.entries(operations).map(([method, one]) => [method, typedOperation(one, rest.components)]),
    ),
  ]);
  return { ...rest, paths: Object.fromEntries(typed) };
};
