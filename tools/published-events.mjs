import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { PUBLISHED_EVENTS } from '@cds/contracts/events';
import { ROOT } from './generated-files.mjs';

const sampleOf = (type) =>
  JSON.parse(readFileSync(join(ROOT, 'libs', 'contracts', 'src', 'samples', `${type}.json`), 'utf8'));

/** Each published event version with its topic, schema and sample. */
export const publishedEvents = () =>
  Object.fromEntries(
    Object.entries(PUBLISHED_EVENTS).map(([type, event]) => [type, { ...event, sample: sampleOf(type) }]),
  );
