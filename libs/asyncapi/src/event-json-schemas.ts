import type { EventDocsByType } from './asyncapi-parts.js';
import { eventSchemas } from './component-schemas.js';
import { selfContained } from './self-contained.js';

/**
 * A JSON Schema (draft 2020-12) for the data of each event version, complete in itself. Fields that it does not name
 * are allowed.
 */
export const eventJsonSchemas = (events: EventDocsByType): Record<string, object> => {
  const all = eventSchemas(events, 'draft-2020-12', (name) => `#/$defs/${name}`);
  return Object.fromEntries(
    Object.keys(events).map((type) => [type, selfContained(type, `urn:cds:event:${type}`, type, all)]),
  );
};
