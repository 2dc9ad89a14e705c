import type { RouteDocs } from '@cds/openapi';
import { boardsDocs } from './boards/boards.docs.js';
import { entriesDocs } from './entries/entries.docs.js';

/** What the API reference says of this service's routes. */
export const routeDocs: readonly RouteDocs[] = [...boardsDocs, ...entriesDocs];
