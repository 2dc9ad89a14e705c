/** A JSON Schema as `eventJsonSchemas` writes it. */
export type JsonSchema = Readonly<Record<string, unknown>>;

/** What subscribers do not read, and what is compared part by part. */
const NOT_COMPARED = new Set([
  ...['$schema', '$id', 'title', 'description', 'examples', 'deprecated', '$defs', '$ref'],
  ...['type', 'enum', 'const', 'properties', 'required', 'items', 'additionalProperties', 'propertyNames', 'anyOf'],
]);

/**
 * How the schema of an event type breaks those who read it as it was released, or those who read events of the release
 * as it is now: one sentence each, with the path of the field. A new optional field breaks nobody.
 */
export const schemaChanges = (released: JsonSchema, now: JsonSchema): string[] => {
  const compared = new Set<string>();
  const refer = (root: JsonSchema, schema: JsonSchema): JsonSchema => {
    const name = typeof schema['$ref'] === 'string' ? schema['$ref'].replace('#/$defs/', '') : undefined;
    if (name === undefined) return schema;
    const { $ref: _, ...beside } = schema;
    return { ...refer(root, asSchema(part(root, '$defs')[name])), ...beside };
  };
  const compare = (before: JsonSchema, after: JsonSchema, path: string): string[] => {
    // A schema may contain itself.
    const pair = `${JSON.stringify(before)} ${JSON.stringify(after)}`;
    if (compared.has(pair)) return [];
    compared.add(pair);
    const [old, current] = [refer(released, before), refer(now, after)];
    const nested = (name: string, deeper: string): string[] => {
      const [one, other] = [old[name], current[name]];
      return isSchema(one) && isSchema(other) ? compare(one, other, deeper) : sameOr(one, other, `${path}: ${name}`);
    };
    return [
      ...keywordChanges(old, current, path),
      ...fieldChanges(old, current, path),
      ...Object.keys(part(old, 'properties')).flatMap((field) => {
        const [one, other] = [part(old, 'properties')[field], part(current, 'properties')[field]];
        return isSchema(one) && isSchema(other) ? compare(one, other, `${path}/${field}`) : [];
      }),
      ...nested('items', `${path}[]`),
      ...nested('additionalProperties', `${path}/*`),
      ...nested('propertyNames', `${path}/*`),
      ...alternatives(old, current, path, compare),
    ];
  };
  return compare(released, now, '');
};

type Compare = (before: JsonSchema, after: JsonSchema, path: string) => string[];

const alternatives = (old: JsonSchema, current: JsonSchema, path: string, compare: Compare): string[] => {
  const [before, after] = [listOf(old, 'anyOf'), listOf(current, 'anyOf')] as JsonSchema[][];
  if (before?.length !== after?.length) return [`${path || '/'} has other alternatives`];
  return (before ?? []).flatMap((one, at) => compare(one, after?.[at] ?? {}, `${path}(${at + 1})`));
};

const keywordChanges = (old: JsonSchema, current: JsonSchema, path: string): string[] => {
  const at = path || '/';
  const keywords = new Set([...Object.keys(old), ...Object.keys(current)].filter((name) => !NOT_COMPARED.has(name)));
  return [
    ...sameOr(sorted(old['type']), sorted(current['type']), `${at}: type`),
    ...sameOr(sorted(old['enum']), sorted(current['enum']), `${at}: enum`),
    ...sameOr(old['const'], current['const'], `${at}: const`),
    ...[...keywords].flatMap((name) => sameOr(old[name], current[name], `${at}: ${name}`)),
  ];
};

const fieldChanges = (old: JsonSchema, current: JsonSchema, path: string): string[] => {
  const [before, after] = [part(old, 'properties'), part(current, 'properties')];
  const [required, stillRequired] = [new Set(listOf(old, 'required')), new Set(listOf(current, 'required'))];
  const fields = Object.keys(before);
  return [
    ...fields.filter((field) => !(field in after)).map((field) => `${path}/${field} was removed`),
    ...fields
      .filter((field) => field in after && required.has(field) && !stillRequired.has(field))
      .map((field) => `${path}/${field} was required and is optional`),
    ...[...stillRequired]
      .filter((field) => !required.has(field))
      .map((field) => `${path}/${String(field)} is required, and events of the release may lack it`),
  ];
};

const sameOr = (one: unknown, other: unknown, what: string): string[] =>
  JSON.stringify(one) === JSON.stringify(other) ? [] : [`${what} was ${shown(one)} and is ${shown(other)}`];

const shown = (value: unknown): string => (value === undefined ? 'not stated' : JSON.stringify(value));

const sorted = (value: unknown): unknown =>
  Array.isArray(value) ? value.map((one) => JSON.stringify(one)).sort() : value;

const isSchema = (value: unknown): value is JsonSchema =>
  typeof value === 'object' && value !== null && !Array.isArray(value);

const asSchema = (value: unknown): JsonSchema => (isSchema(value) ? value : {});

const part = (schema: JsonSchema, name: string): JsonSchema => asSchema(schema[name]);

const listOf = (schema: JsonSchema, name: string): unknown[] | undefined =>
  Array.isArray(schema[name]) ? schema[name] : undefined;
