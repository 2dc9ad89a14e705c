import { readFileSync } from 'node:fs';
import { z } from 'zod';
import { eventTypeSchema, type EventTypeView } from './event-types.schemas.js';

const FILE = new URL('../../data/event-types.json', import.meta.url);

/** Every type that is sent, as generated from the schemas of the published events. */
export const EVENT_TYPE_CATALOGUE: readonly EventTypeView[] = z
  .array(eventTypeSchema)
  .parse(JSON.parse(readFileSync(FILE, 'utf8')));
