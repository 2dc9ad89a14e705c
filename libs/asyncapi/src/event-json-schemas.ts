import type { EventDocsByType } from './asyncapi-parts.js';
import { eventSchemas } from './component-schemas.js';

const IN_DEFS = '#/$defs/';

/**
 * A JSON Schema (draft 2020-12) for the data of each event version, complete in itself. Fields that it does not name
 * are allowed.
 */
export const eventJsonSchemas = (events: EventDocsByType): Record<string, object> => {
  const all = eventSchemas(events, 'draft-2020-12', (name) => `${IN_DEFS}${name}`);
  return Object.fromEntries(
    Object.keys(events).map((type) => {
      const schema = all[type] ?? {};
      const $defs = Object.fromEntries([...namesIn(schema, all)].sort().map((name) => [name, all[name]]));
      return [
        type,
        {
          $schema: 'https://json-schema.org/draft/2020-12/schema',
          $id: `urn:cds:event:${type}`,
          title: type,
          ...schema,
          $defs,
        },
      ];
    }),
  );
};

/** All that a schema refers to, directly or not. */
const namesIn = (schema: object, all: Readonly<Record<string, object>>, found = new Set<string>()): Set<string> => {
  for (const [, name = ''] of JSON.stringify(schema).matchAll(/"#\/\$defs\/(\w+)"/g)) {
    if (!found.has(name)) namesIn(all[name] ?? {}, all, found.add(name));
  }
  return found;
};
