/** A named schema with all that it refers to under `$defs`; the schemas refer to each other by `#/$defs/<name>`. */
export const selfContained = (
  name: string,
  id: string,
  title: string,
  all: Readonly<Record<string, object>>,
): object => {
  const schema = all[name] ?? {};
  const $defs = Object.fromEntries([...namesIn(schema, all)].sort().map((one) => [one, all[one]]));
  return { $schema: 'https://json-schema.org/draft/2020-12/schema', $id: id, title, ...schema, $defs };
};

/** The names that a schema refers to, directly or not, in references that end in `/<name>`. */
export const namesIn = (
  schema: object,
  all: Readonly<Record<string, object>>,
  found = new Set<string>(),
): Set<string> => {
  for (const [, name = ''] of JSON.stringify(schema).matchAll(/"#\/[\w$/]+\/(\w+)"/g)) {
    if (!found.has(name)) namesIn(all[name] ?? {}, all, found.add(name));
  }
  return found;
};
